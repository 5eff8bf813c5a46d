import type { IconName } from '../icon-names.ts';

export interface Command {
  readonly id: string;
  /** The name, worded like a button. */
  readonly name: string;
  readonly icon?: IconName;
  /** Tells apart commands with the same name. */
  readonly note?: string;
  readonly keys?: string;
  /** More words that the search matches. */
  readonly words?: string;
  /** Runs the command, unless `choices` asks for a second step. */
  run(): unknown;
  readonly choices?: Choices;
}

export interface Choices {
  readonly ask: string;
  read(): Promise<readonly Command[]> | readonly Command[];
}

export interface CommandGroup {
  readonly name: string;
  /** The distance from the user's focus; group 0 is listed first. */
  readonly distance: number;
  readonly commands: readonly Command[];
}
