import { useState } from "react";

type Props = { src: string; srcSet?: string | undefined; name: string; initials: string };

/** Shows the initials until the picture has loaded completely; a picture that fails is never shown. */
export function Avatar({ src, srcSet, name, initials }: Props) {
  const [loaded, setLoaded] = useState(false);
  return (
    <div className="avatar relative mx-auto size-28 rounded-full border-2 border-gold bg-ivory shadow-glow">
      <span aria-hidden="true" className="grid h-full place-content-center text-4xl font-bold text-gold-ink">
        {initials}
      </span>
      {src && (
        <img
          srcSet={srcSet}
          sizes={srcSet && "7rem"}
          src={src}
          fetchPriority="high"
          alt={name}
          width={108}
          height={108}
          decoding="async"
          data-reveal=""
          data-loaded={loaded ? "" : undefined}
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0) setLoaded(true);
          }}
          onLoad={() => setLoaded(true)}
          className="absolute inset-0 size-full rounded-full bg-ivory object-cover"
        />
      )}
    </div>
  );
}
