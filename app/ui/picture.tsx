import type { ComponentProps } from 'react';

/** A picture in several sizes and formats, from which the browser chooses. */
export interface PictureFile {
  readonly src: string;
  /** Better formats than `src`, for browsers that support them. */
  readonly sources?: readonly { readonly type: string; readonly srcSet: string }[];
}

interface PictureProps extends ComponentProps<'img'> {
  readonly file: PictureFile;
  readonly alt: string;
}

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
