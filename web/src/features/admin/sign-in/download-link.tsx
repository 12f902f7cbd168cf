import type { ComponentProps } from "react";
import { useDownload } from "./use-download";

/** A link to a file that needs a confirmation of identity first. */
export function DownloadLink({ href, ...props }: ComponentProps<"a"> & { href: string }) {
  const download = useDownload();
  return (
    <a
      href={href}
      download
      onClick={(event) => {
        event.preventDefault();
        void download(href);
      }}
      {...props}
    />
  );
}
