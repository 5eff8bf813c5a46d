import { clip } from '../sample-clip.ts';
import type { SampleClips } from '../sample-clip.ts';

/** Animation. */
export const animation: Readonly<Record<string, SampleClips>> = {
  'character-animation': [
    clip('bounce', 'A figure with weight', 4, {
      manner: 'pendulum',
      props: ['star', 'heart', 'smiley'],
    }),
    clip('assemble', 'Built from joints and hinges', 4),
    clip('split screen', 'Rig and character', 4, { manner: 'construction' }),
  ],
  'animated-gifs': [
    clip('bounce', 'A sticker that cannot sit still', 4, {
      manner: 'hop',
      props: ['smiley', 'thumbs-up', 'heart'],
    }),
    clip('split screen', 'Four reactions go round', 4, {
      manner: 'panels',
      acts: ['a sticker', 'an app', 'a bag', 'a call'],
    }),
    clip('rotate', 'Once round, for ever', 4, { props: ['smiley', 'gift', 'confetti', 'heart'] }),
  ],
  'animation-for-kids': [
    clip('bounce', 'The bear learns to jump', 5, {
      manner: 'hop',
      props: ['rabbit', 'cat', 'butterfly'],
    }),
    clip('pan', 'Over the hills by balloon', 6, {
      manner: 'hills',
      props: ['rabbit', 'cat', 'fish'],
    }),
    clip('page turn', 'A good-night story', 5, {
      props: ['moon', 'rabbit', 'star'],
      scenes: ['forest', 'space', 'house'],
    }),
  ],
  'animation-for-streamers': [
    clip('countdown', 'Starting soon', 5, { field: 2 }),
    clip('bounce', 'Three alerts that land', 4, {
      manner: 'jolt',
      props: ['heart', 'crown', 'bell'],
    }),
    clip('chart', 'The goal of the evening', 5, {
      manner: 'goal',
      props: ['heart', 'star', 'trophy'],
      field: 0,
    }),
  ],
};
