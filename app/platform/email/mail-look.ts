interface MailTheme {
  readonly primary: string;
  readonly onPrimary: string;
}

/** The appearance of the shop's emails: readable colours for light and dark mode, and the logo. */
export interface MailLook {
  readonly day: MailTheme;
  readonly night: MailTheme;
  /** Addresses of pictures in formats that every email program can show. */
  readonly logo?: {
    readonly src: string;
    /** The logo for dark mode; without it, the first one stands on white. */
    readonly dark?: string;
    /** True when the shop's name is written beside the logo. */
    readonly isNamed: boolean;
  };
}

export const FIRST_LOOK: MailLook = {
  day: { primary: '#2540e0', onPrimary: '#ffffff' },
  night: { primary: '#93a4ff', onPrimary: '#0c1020' },
};

let look: () => MailLook = () => FIRST_LOOK;

/** Sets the look of all emails of this process; the returned function restores the default. */
export function lookAs(source: () => MailLook): () => void {
  look = source;
  return () => {
    if (look === source) look = () => FIRST_LOOK;
  };
}

export function mailLook(): MailLook {
  return look();
}
