interface MailTheme {
  /** Of links, and the ground of buttons. */
  readonly primary: string;
  readonly onPrimary: string;
}

/** What the shop's mails look like: colours that can be read by day and by night, and its logo. */
export interface MailLook {
  readonly day: MailTheme;
  readonly night: MailTheme;
  /** Addresses of pictures that every program can show. */
  readonly logo?: {
    readonly src: string;
    /** For dark grounds; without it the first stands on white there. */
    readonly dark?: string;
    /** Whether the name is written beside it. */
    readonly isNamed: boolean;
  };
}

/** What an installation begins with. */
export const FIRST_LOOK: MailLook = {
  day: { primary: '#2540e0', onPrimary: '#ffffff' },
  night: { primary: '#93a4ff', onPrimary: '#0c1020' },
};

let look: () => MailLook = () => FIRST_LOOK;

/** The look that this process gives its mails; whoever stops giving it calls what is returned. */
export function lookAs(source: () => MailLook): () => void {
  look = source;
  return () => {
    if (look === source) look = () => FIRST_LOOK;
  };
}

export function mailLook(): MailLook {
  return look();
}
