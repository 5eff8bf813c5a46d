import type { IconName } from '../icon-names.ts';

/** Something that can be done here and now, as the palette offers it. */
export interface Command {
  readonly id: string;
  /** As a button would say it. */
  readonly name: string;
  readonly icon?: IconName;
  /** Beside the name: what tells it from another of that name. */
  readonly note?: string;
  /** The shortcut, as the sheet writes it. */
  readonly keys?: string;
  /** Other words by which one may look for it. */
  readonly words?: string;
  /** Does it; or, where something is still to be chosen, says from what. */
  run(): unknown;
  readonly choices?: Choices;
}

/** The second step of a command: what is asked, and what there is to choose from. */
export interface Choices {
  readonly ask: string;
  read(): Promise<readonly Command[]> | readonly Command[];
}

/** Commands under one heading. */
export interface CommandGroup {
  readonly name: string;
  /** How near it is to what one looks at: the nearest, 0, stands first. */
  readonly distance: number;
  readonly commands: readonly Command[];
}
