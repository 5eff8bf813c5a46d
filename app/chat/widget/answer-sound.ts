import { browserStorage, loadText, saveText } from '../../ui/browser-storage.ts';

const KEY = 'chat_sound';
/** The tab that plays the sound holds the lock this long, so that the other tabs stay silent. */
const ONE_TAB_MS = 3000;

/** The sound is off by default. */
export function hasAnswerSound(): boolean {
  return loadText(browserStorage(), KEY) === 'on';
}

export function setAnswerSound(isOn: boolean): void {
  saveText(browserStorage(), KEY, isOn ? 'on' : '');
}

export async function soundNow(): Promise<void> {
  // Without a connection the sound cannot be loaded, and none is played.
  const chime = await import('../client/chime.ts').catch(() => null);
  chime?.playChime();
  chime?.tremble();
}

/** Plays the sound if the visitor wants it, in only one tab: the one that gets the lock named after the answer. */
export async function soundForAnswer(conversationId: string, number: number): Promise<void> {
  if (!hasAnswerSound()) return;
  if (!('locks' in navigator)) return soundNow();
  const name = `chat_sound:${conversationId}:${number}`;
  await navigator.locks
    .request(name, { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      await soundNow();
      await new Promise((resolve) => setTimeout(resolve, ONE_TAB_MS));
    })
    // If locks are forbidden, no sound is played.
    .catch(() => undefined);
}
