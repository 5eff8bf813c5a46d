/** How long a telephone trembles with it. */
const TREMBLE_MS = 30;

/** Two soft notes; browsers play nothing before the first click on the page. */
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

/** The same for whoever holds the telephone; not every browser has it. */
export function tremble(): void {
  (navigator as Partial<Navigator>).vibrate?.(TREMBLE_MS);
}
