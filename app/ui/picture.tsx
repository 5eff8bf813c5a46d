import type { ComponentProps } from 'react';

/** A picture in several sizes and formats, of which a browser takes one. */
export interface PictureFile {
  readonly src: string;
  /** Better than `src`, for browsers that know them. */
  readonly sources?: readonly { readonly type: string; readonly srcSet: string }[];
}

interface PictureProps extends ComponentProps<'img'> {
  readonly file: PictureFile;
  readonly alt: string;
}

/** An image, with its better forms around it where it has some; `sizes` says how wide it is shown. */
export function Picture({ file: { src, sources = [] }, sizes, alt, ...image }: PictureProps) {
  const shown = <img {...image} src={src} alt={alt} />;
  if (sources.length === 0) return shown;
  return (
    <picture className="contents">
      {sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      {shown}
    </picture>
  );
}
