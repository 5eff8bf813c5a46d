import type { ServiceRecord } from '../service.ts';

export const music: readonly ServiceRecord[] = [
  {
    title: 'Voice Over',
    area: 'voice-over-streaming',
    price: { amount: 50_000, currency: 'USD', unit: 'flat', note: 'up to 5 finished minutes' },
    summary: 'Studio-quality narration for ads, courses and film.',
    description:
      'Up to five finished minutes, about 750 words, read by one professional speaker in one language. You hear short samples from three voices and choose. After recording in a treated booth, breaths and clicks are edited and loudness is set for your platform. Files are 48 kHz, 24-bit WAV and MP3, split by section. Two rounds of retakes for tone or pace are covered, new wording is not. The licence extends to web advertising, e-learning, film and telephone use; for broadcast spots see Audio Ads Production.',
  },
  {
    title: 'Podcast Production',
    area: 'voice-over-streaming',
    price: { amount: 42_000, currency: 'USD', unit: 'flat', note: 'per episode' },
    summary: 'You talk; we cut, mix, transcribe and upload.',
    description:
      'Once you have stopped recording, the rest is ours. One episode of up to 60 minutes with as many as four separate tracks is cleaned of hum, plosives and crosstalk, tightened where people hesitate or start again, and mixed with your intro, outro and music to -16 LUFS. We add chapter marks, show notes and a transcript, and upload it to your host as a draft. Send one WAV per speaker and a note of passages to cut. One round of corrections is included.',
  },
  {
    title: 'Audiobook Production',
    area: 'voice-over-streaming',
    price: { amount: 290_000, currency: 'USD', unit: 'flat', note: 'up to 60,000 words' },
    summary: 'Your manuscript, read aloud and mastered for retail.',
    description:
      'Three narrators read a page of your own text, so that you choose on the right material. A pronunciation list and a fifteen-minute checkpoint for tone come next, then recording, editing, proof-listening against the manuscript and mastering to the ACX limits for loudness, peaks and noise floor. At 60,000 words expect between six and seven finished hours. You receive one MP3 per chapter, opening and closing credits, a retail sample and WAV archives. Misreadings are corrected; rewritten passages are a new recording. The audio rights must be yours.',
  },
  {
    title: 'Audio Ads Production',
    area: 'voice-over-streaming',
    price: { amount: 38_000, currency: 'USD', unit: 'flat', note: 'per spot' },
    summary: 'Script, speaker, music and mix for one radio or stream spot.',
    description:
      'Give us the offer, the audience and a single call to action, and we write two scripts to time for a spot of 15 or 30 seconds. The one you pick is recorded with a speaker, set to licensed production music and mixed; wording of small print must come from you in final form. Radio stations, streaming services and podcast ad servers get the WAV and MP3 they ask for, and you keep a version without music. Usage covers one country for twelve months.',
  },
];
