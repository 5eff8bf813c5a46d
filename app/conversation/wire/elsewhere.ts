// What travels where the chat stands on another site.

/** https://, a name of 253 letters and a port. */
export const ORIGIN_MAX_LENGTH = 270;
export const SECTION_MAX_LENGTH = 200;
/** Of a site's own id of somebody: a UUID several times over. */
export const SUBJECT_MAX_LENGTH = 200;
/** A signature with a name and an address has some 400 characters. */
export const SIGNATURE_MAX_LENGTH = 4096;

/** In which a browser that keeps no cookie says which one it is; no foreign page can send it. */
export const VISITOR_SECRET_HEADER = 'Visitor-Secret';

/** The site on which a conversation was begun. */
export interface CameFrom {
  /** Its name, such as www.example.com. */
  readonly site: string;
  /** The section of the shop that its page named. */
  readonly section: string | null;
  /** What that site calls the visitor; null where it did not say, or where another browser writes as well. */
  readonly subject: string | null;
}

/** What a frame says of itself when it starts a conversation. */
export interface Arrival {
  /** The origin of the page around it. */
  readonly host: string;
  /** The section's slug. */
  readonly section?: string | undefined;
  /** A JSON Web Token that the site signed. */
  readonly identity?: string | undefined;
  /** The browser keeps no cookie in this frame: the secret is to come with the answer. */
  readonly keepsNothing?: boolean | undefined;
}
