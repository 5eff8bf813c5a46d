import type { ImportView } from '../server/transfer/show-import.server.ts';

export interface ImportAnswer {
  readonly isDone: boolean;
  readonly message?: string;
  /** The file's text comes back, so that the user need not choose the file again. */
  readonly text: string;
  readonly view?: ImportView;
}
