import { clip } from '../sample-clip.ts';
import type { SampleClips } from '../sample-clip.ts';

/** Editing and post production. */
export const editing: Readonly<Record<string, SampleClips>> = {
  'video-editing': [
    clip('timeline', 'Four shots find their order', 5, {
      props: ['scissors', 'waveform', 'text-aa', 'image'],
      scenes: ['hills', 'portrait', 'city', 'sea'],
    }),
    clip('split screen', 'The same shot, before and after colour', 4, {
      manner: 'lights',
      props: ['sun', 'moon', 'eye'],
      scenes: ['sea'],
    }),
    clip('assemble', 'The cutting table, put together', 4),
  ],
  'visual-effects': [
    clip('trail', 'Falling stars before the green screen', 4, { manner: 'comet', field: 0 }),
    clip('split screen', 'From drawing to finished shot', 4, { manner: 'construction' }),
    clip('beats', 'Filmed, composited, shown', 5, {
      acts: ['a camera', 'a backdrop', 'a television'],
      field: 1,
    }),
  ],
  'video-art': [
    clip('split screen', 'Eight tiles that never settle', 5, {
      manner: 'tiles',
      props: ['eye', 'butterfly', 'planet'],
      scenes: ['portrait', 'product', 'title', 'portrait'],
    }),
    clip('rotate', 'A tower of screens, seen all round', 4, {
      props: ['eye', 'waveform', 'planet', 'sparkle'],
    }),
    clip('breathe', 'Colour that opens and closes', 6, { props: ['sparkle', 'butterfly', 'drop'] }),
  ],
  'intro-&-outro-videos': [
    clip('countdown', 'Three, two, one, and the show begins', 5),
    clip('assemble', 'An opener in eight parts', 4),
    clip('slides', 'End screen with the next four films', 5, {
      manner: 'row',
      scenes: ['title', 'portrait', 'city', 'space'],
    }),
  ],
  'subtitles-&-captions': [
    clip('captions', 'Every word in time with the voice', 5, {
      props: ['ear', 'check-fat', 'eye'],
      scenes: ['room'],
    }),
    clip('typed', 'The spoken word, written down', 5, { manner: 'page' }),
    clip('split screen', 'The voice, and what it says', 4, {
      manner: 'halves',
      acts: ['a microphone'],
    }),
  ],
};
