import { clip } from '../sample-clip.ts';
import type { SampleClips } from '../sample-clip.ts';

/** Filmed video production and everything else. */
export const film: Readonly<Record<string, SampleClips>> = {
  'filmed-video-production': [
    clip('pan', 'A slow move along the street', 6, {
      manner: 'street',
      props: ['camera', 'sun', 'star'],
    }),
    clip('captions', 'An interview with two cameras', 5, {
      manner: 'dialogue',
      props: ['microphone', 'camera', 'film-slate'],
      scenes: ['room'],
    }),
    clip('timeline', 'Half a day becomes two minutes', 5, {
      props: ['camera', 'waveform', 'scissors', 'film-slate'],
      scenes: ['team', 'kitchen', 'portrait', 'product'],
    }),
  ],
  'book-trailers': [
    clip('page turn', 'Three pages, no ending', 5, {
      props: ['moon', 'anchor', 'key'],
      scenes: ['forest', 'sea', 'city'],
    }),
    clip('typed', 'The first sentence', 5, { manner: 'typewriter', field: 1 }),
    clip('pan', 'The town where it begins', 6, {
      manner: 'town',
      props: ['anchor', 'moon', 'key'],
      field: 0,
    }),
  ],
  'meditation-videos': [
    clip('breathe', 'Breathe in, breathe out', 6, {
      props: ['flower-lotus', 'leaf', 'drop'],
    }),
    clip('pan', 'A boat on quiet water', 6, { manner: 'sea', props: ['moon', 'drop', 'leaf'] }),
    clip('trail', 'Thoughts that float away', 5, {
      manner: 'rise',
      props: ['cloud', 'butterfly', 'leaf'],
    }),
  ],
  'real-estate-promos': [
    clip('pan', 'Down the street to your door', 6, {
      manner: 'street',
      props: ['key', 'tree', 'sun'],
    }),
    clip('slides', 'From the gate to the view', 5, {
      manner: 'projected',
      props: ['bed', 'bathtub', 'couch'],
      scenes: ['house', 'room', 'kitchen', 'city'],
    }),
    clip('split screen', 'From plan to front door', 4, { manner: 'construction' }),
  ],
};
