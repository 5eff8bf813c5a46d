import { clip } from '../sample-clip.ts';
import type { SampleClips } from '../sample-clip.ts';

/** Explainer videos. */
export const explainers: Readonly<Record<string, SampleClips>> = {
  'animated-explainers': [
    clip('beats', 'A question, an idea, a result', 5, {
      acts: ['a problem', 'an idea', 'a result'],
    }),
    clip('chart', 'Five bars that tell the story', 5, {
      manner: 'bars',
      props: ['user', 'users-three', 'lightbulb'],
    }),
    clip('assemble', 'How a light goes on', 4),
  ],
  'live-action-explainers': [
    clip('captions', 'One presenter, one point', 5, {
      props: ['chart-line-up', 'lightbulb', 'check-fat'],
      scenes: ['kitchen'],
    }),
    clip('chart', 'The numbers, share by share', 5, {
      manner: 'share',
      props: ['users-three', 'clock', 'leaf', 'star'],
    }),
    clip('split screen', 'From storyboard to set', 4, { manner: 'construction' }),
  ],
  'screencasting-videos': [
    clip('typed', 'A search, and where it leads', 5, {
      manner: 'search',
      props: ['cursor-click', 'gear-six', 'check-fat'],
    }),
    clip('timeline', 'The pauses are cut out', 5, {
      props: ['cursor-click', 'microphone', 'scissors', 'text-aa'],
      scenes: ['title', 'product', 'team', 'title'],
    }),
    clip('beats', 'Open, click, done', 5, { acts: ['a page', 'a recording', 'a rising chart'] }),
  ],
  'elearning-video-production': [
    clip('page turn', 'Chapter one to chapter three', 5, {
      props: ['planet', 'lightbulb', 'tree'],
      scenes: ['space', 'forest', 'sea'],
    }),
    clip('chart', 'Three lessons to the certificate', 5, {
      manner: 'goal',
      props: ['book-open', 'lightbulb', 'trophy'],
    }),
    clip('trail', 'What one lesson opens up', 5, {
      manner: 'orbit',
      props: ['planet', 'music-notes', 'globe-hemisphere-west'],
    }),
  ],
};
