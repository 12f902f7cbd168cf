import type { ReactNode } from "react";
import type { Service } from "../../api/types";
import { Features } from "./service-card";

type Props = {
  service: Service;
  /** The buttons. */
  children: ReactNode;
};

/** A service as a page. */
export function ServiceArticle({ service, children }: Props) {
  const { image, imageSet, title, price, unit, description, features } = service;
  return (
    <article className="grid grid-cols-1 gap-5 wrap-anywhere sm:grid-cols-[minmax(0,2fr)_3fr] sm:items-start">
      {image && (
        <img
          src={image}
          srcSet={imageSet}
          sizes={imageSet && "(min-width: 40rem) 18rem, 92vw"}
          alt=""
          width="640"
          height="640"
          className="tile aspect-square w-full rounded-card border border-line object-cover shadow-card max-sm:max-h-[60svh]"
        />
      )}
      <div className="grid grid-cols-1 gap-5 first:sm:col-span-2">
        <header className="grid gap-2">
          <h1 className="text-3xl leading-tight font-extrabold text-balance indic:leading-normal lg:text-[2.5rem]">
            {title}
          </h1>
          {(price || unit) && (
            <p className="text-xl">
              {price && <span className="font-bold">{price}</span>}
              {price && unit && " "}
              {unit && <span className="text-base text-muted">{unit}</span>}
            </p>
          )}
        </header>
        <p className="text-lg text-muted">{description}</p>
        {features.length > 0 && <Features of={features} />}
        <div className="flex flex-wrap gap-2.5 *:flex-auto print:hidden">{children}</div>
      </div>
    </article>
  );
}
