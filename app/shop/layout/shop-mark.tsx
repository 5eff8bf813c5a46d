import type { ReactNode } from 'react';
import type { LogoPicture } from '../../catalogue/protocol/content.ts';
import { logoPath } from '../../catalogue/protocol/photo.ts';
import { Mark } from '../../ui/mark.tsx';
import { useLogo, useSite } from './use-site.ts';

interface ShopMarkProps {
  readonly size?: number;
  /** The background is dark in both themes. */
  readonly onDark?: boolean;
  readonly children: ReactNode;
}

/** Shows the default mark with the shop's name, or the operator's own logo. */
export function ShopMark({ size = 32, onDark = false, children }: ShopMarkProps) {
  const logo = useLogo();
  const { brandName } = useSite();
  if (!logo) {
    return (
      <>
        <Mark size={size} {...(onDark && { ground: 'dark' as const })} /> {children}
      </>
    );
  }
  const { dark, isNamed } = logo;
  const picture = (shown: LogoPicture, className: string) => (
    <img
      src={logoPath(shown, 'logo.webp')}
      alt={isNamed ? '' : brandName}
      width={Math.round((size * shown.width) / shown.height)}
      height={size}
      className={`shop-logo ${size < 32 ? 'h-7' : 'h-8'} ${className}`}
    />
  );
  return (
    <>
      {onDark && dark ? (
        picture(dark, '')
      ) : onDark ? (
        picture(logo, 'bg-white')
      ) : dark ? (
        <>
          {picture(logo, 'only-by-day')}
          {picture(dark, 'only-by-night')}
        </>
      ) : (
        picture(logo, 'bg-[light-dark(transparent,#fff)]')
      )}
      {isNamed && children}
    </>
  );
}
