import * as v from 'valibot';
import { msg } from '../i18n/translate.ts';

/**
 * The form that an email provider posts to the address in List-Unsubscribe (RFC 8058). The token in the address is the
 * only authentication.
 */
export const oneClick = v.object({ 'List-Unsubscribe': v.literal('One-Click') });

/** All requests of a provider come from a few networks. */
export const ONE_CLICK = { name: 'unsubscribe', burst: 240, perMinute: 240 };

export const UNKNOWN_LINK = msg('This link is incomplete or too old.');
