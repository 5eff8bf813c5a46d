import type { IconName } from './icon-names.ts';
import sprite from './icons.svg?url';

interface IconProps {
  readonly name: IconName;
  /** Edge in px at the usual type, with which it grows; 20 unless given. */
  readonly size?: number;
  readonly className?: string;
}

/** A decorative icon; what it means is said by the text or label beside it. */
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
