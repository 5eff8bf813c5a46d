import type { IconName } from './icon-names.ts';
import sprite from './icons.svg?url';

interface IconProps {
  readonly name: IconName;
  /** The edge in px at the default font size; the icon scales with the font. Defaults to 20. */
  readonly size?: number;
  readonly className?: string;
}

/** Icons are decorative; the text or label beside them has the meaning. */
export function Icon({ name, size = 20, className = '' }: IconProps) {
  const edge = `${size / 16}rem`;
  return (
    <svg
      className={`shrink-0 fill-current ${className}`}
      width={edge}
      height={edge}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
