import { FIRST_LOOK, type MailLook } from '../../../platform/email/mail-look.ts';
import { logoPath } from '../../protocol/photo.ts';
import { brandColours } from './brand-colour.ts';
import type { Content } from '../../protocol/content.ts';

export function mailLookOf(words: Content, origin: string): MailLook {
  const colour = words.brandColour();
  const logo = words.logo();
  const address = (picture: { readonly id: string }) =>
    new URL(logoPath(picture, 'logo.png'), origin).href;
  return {
    ...(colour === '' ? FIRST_LOOK : brandColours(colour)),
    ...(logo && {
      logo: {
        src: address(logo),
        ...(logo.dark && { dark: address(logo.dark) }),
        isNamed: logo.isNamed === true,
      },
    }),
  };
}
