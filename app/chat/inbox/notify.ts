import type { Toast } from './inbox-store.ts';
import { readPreferences } from './preferences.ts';

/** How long the tab that notifies keeps the others from doing it too. */
const ONE_TAB_MS = 3000;

/**
 * A sound, and a desktop notification when the tab is out of sight and the agent allowed them.
 * Of ten open tabs one does it: whoever gets the lock named after the message.
 */
export async function notify(toast: Toast, onOpen: () => void): Promise<void> {
  await navigator.locks.request(`notify:${toast.id}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    if (readPreferences().hasSound) playChime();
    if (document.visibilityState === 'hidden' && Notification.permission === 'granted') {
      const notification = new Notification(`New message from ${toast.email}`, {
        body: toast.text,
        tag: toast.id,
      });
      notification.addEventListener('click', () => {
        window.focus();
        onOpen();
      });
    }
    await new Promise((resolve) => setTimeout(resolve, ONE_TAB_MS));
  });
}

/** Two soft notes; browsers play nothing before the first click on the page. */
function playChime(): void {
  const audio = new AudioContext();
  if (audio.state !== 'running') return;
  [660, 880].forEach((frequency, index) => {
    const start = audio.currentTime + index * 0.12;
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.linearRampToValueAtTime(0.08, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
    const note = new OscillatorNode(audio, { frequency, type: 'sine' });
    note.connect(volume).connect(audio.destination);
    note.start(start);
    note.stop(start + 0.32);
    if (index === 1) note.addEventListener('ended', () => void audio.close());
  });
}
