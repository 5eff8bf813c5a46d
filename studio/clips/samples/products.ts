import { clip } from '../sample-clip.ts';
import type { SampleClips } from '../sample-clip.ts';

/** Product videos and motion graphics. */
export const products: Readonly<Record<string, SampleClips>> = {
  '3d-product-animation': [
    clip('rotate', 'A bottle, once all round', 4, {
      manner: 'bottle',
      props: ['leaf', 'sparkle', 'shield-check', 'heart'],
    }),
    clip('split screen', 'Wireframe and finish', 4, { manner: 'construction' }),
    clip('assemble', 'Taken apart and closed again', 5, {
      manner: 'explode',
      object: 'a bottle apart',
      props: ['drop', 'leaf', 'shield-check', 'sparkle'],
      poster: 0.5,
      field: 1,
    }),
  ],
  'e-commerce-product-videos': [
    clip('rotate', 'The parcel from every side', 4, {
      manner: 'carton',
      props: ['star', 'truck', 'shield-check', 'heart'],
    }),
    clip('beats', 'Seen, added, unpacked', 5, { acts: ['an app', 'a cart', 'a parcel'] }),
    clip('slides', 'Four answers for shoppers', 5, {
      manner: 'projected',
      props: ['star', 'leaf', 'truck'],
      scenes: ['product', 'kitchen', 'portrait', 'room'],
    }),
  ],
  'logo-animation': [
    clip('assemble', 'Hull, sail, sail: the mark is there', 4, {
      object: 'a sailing mark',
      field: 0,
    }),
    clip('trail', 'One loop, and it stays', 4, {
      manner: 'land',
      object: 'a quarter mark',
      field: 1,
    }),
    clip('rotate', 'The mark as a solid', 4, {
      object: 'a sailing mark',
      field: 2,
      props: ['sparkle', 'star', 'lightning', 'heart'],
    }),
  ],
  'lottie-&-web-animation': [
    clip('chart', 'One curve moves everything', 4, {
      manner: 'curve',
      poster: 0.5,
      props: ['heart', 'star', 'sparkle'],
    }),
    clip('typed', 'A small file with a lot of motion', 5, {
      manner: 'terminal',
      props: ['heart', 'star', 'bell'],
    }),
    clip('trail', 'Icons in their orbit', 5, {
      manner: 'orbit',
      props: ['heart', 'bell', 'sparkle'],
    }),
  ],
};
