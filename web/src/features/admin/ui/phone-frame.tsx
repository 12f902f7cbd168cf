import type { ReactNode } from "react";

/** Frames a page like a phone; on a phone there is no frame. */
export function PhoneFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto w-full rounded-card border border-line in-[.peek]:max-lg:h-full in-[.peek]:max-lg:rounded-none in-[.peek]:max-lg:border-x-0 lg:max-w-75 lg:rounded-[2.25rem] lg:border-10 lg:border-ink">
      <div className="overflow-hidden rounded-card bg-white in-[.peek]:max-lg:h-full in-[.peek]:max-lg:rounded-none lg:min-h-112 lg:rounded-[1.625rem]">
        {children}
      </div>
    </div>
  );
}
