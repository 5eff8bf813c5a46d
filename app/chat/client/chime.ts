const TREMBLE_MS = 30;

/** Plays two soft notes. Browsers block audio before the first click on the page. */
export function playChime(): void {
  const audio = new AudioContext();
  if (audio.state !== 'running') return void audio.close();
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

/** Vibrates the phone together with the sound. Some browsers have no `vibrate`. */
export function tremble(): void {
  (navigator as Partial<Navigator>).vibrate?.(TREMBLE_MS);
}
