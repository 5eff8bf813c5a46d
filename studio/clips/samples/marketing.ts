import { clip } from '../sample-clip.ts';
import type { SampleClips } from '../sample-clip.ts';

/** Social and marketing videos. */
export const marketing: Readonly<Record<string, SampleClips>> = {
  'video-ads-&-commercials': [
    clip('beats', 'A call, an offer, a full bag', 5, { acts: ['a call', 'an offer', 'a bag'] }),
    clip('rotate', 'On every channel tonight', 4, {
      props: ['percent', 'star', 'gift', 'heart'],
    }),
    clip('chart', 'What thirty seconds can do', 5, {
      manner: 'bars',
      props: ['eye', 'hand-pointing', 'shopping-cart'],
    }),
  ],
  'social-media-videos': [
    clip('slides', 'Four clips for four feeds', 5, {
      manner: 'swipe',
      props: ['star', 'thumbs-up', 'sparkle'],
      scenes: ['portrait', 'product', 'title', 'stage'],
    }),
    clip('trail', 'A heart for every second', 4, {
      manner: 'rise',
      props: ['thumbs-up', 'heart', 'star'],
    }),
    clip('typed', 'The comments come in', 5, {
      manner: 'chat',
      props: ['heart', 'star', 'smiley'],
    }),
  ],
  'music-videos': [
    clip('trail', 'Cut on the beat', 4, {
      manner: 'pulse',
      props: ['music-notes', 'lightning', 'star'],
    }),
    clip('split screen', 'Four players, one song', 5, {
      manner: 'panels',
      acts: ['a guitar', 'a record', 'a loudspeaker', 'headphones'],
    }),
    clip('pan', 'Driving home after the concert', 6, {
      manner: 'drive',
      props: ['star', 'heart', 'moon'],
    }),
  ],
  'slideshow-videos': [
    clip('slides', 'A summer in four prints', 5, {
      manner: 'pile',
      scenes: ['sea', 'portrait', 'hills', 'house'],
    }),
    clip('page turn', 'The family album', 5, {
      props: ['heart', 'sun', 'gift'],
      scenes: ['team', 'house', 'sea'],
    }),
    clip('assemble', 'Prints, shuffled into a show', 4, { manner: 'drop' }),
  ],
};
