// Types and limits of the chat embedded in other sites.

/** https://, a host name of 253 characters and a port. */
export const ORIGIN_MAX_LENGTH = 270;
export const SECTION_MAX_LENGTH = 200;
/** A site's own id of a visitor may be several times as long as a UUID. */
export const SUBJECT_MAX_LENGTH = 200;
/** A signature with a name and an address has about 400 characters. */
export const SIGNATURE_MAX_LENGTH = 4096;

/**
 * The header in which a browser without cookies identifies itself. Pages of other sites cannot send this
 * header.
 */
export const VISITOR_SECRET_HEADER = 'Visitor-Secret';

export interface CameFrom {
  /** The host name, such as www.example.com. */
  readonly site: string;
  readonly section: string | null;
  /**
   * The site's own id of the visitor. Null if the site signed none, or if another browser writes under the
   * same address.
   */
  readonly subject: string | null;
}

export interface Arrival {
  readonly host: string;
  readonly section?: string | undefined;
  /** A JSON Web Token signed by the site. */
  readonly identity?: string | undefined;
  /** True if the browser stores no cookie in this frame, so that the response must contain the secret. */
  readonly keepsNothing?: boolean | undefined;
}
