import type { ImportView } from '../../transfer/show-import.server.ts';

/** What came of looking at a file, or of importing it. */
export interface ImportAnswer {
  readonly isDone: boolean;
  readonly message?: string;
  /** What was sent, so that it need not be chosen again. */
  readonly text: string;
  readonly view?: ImportView;
}
