import type { Choreography } from './cast.ts';
import { assemble } from './choreographies/assemble.ts';
import { beats } from './choreographies/beats.ts';
import { bounce } from './choreographies/bounce.ts';
import { breathe } from './choreographies/breathe.ts';
import { captions } from './choreographies/captions.ts';
import { chart } from './choreographies/chart.ts';
import { countdown } from './choreographies/countdown.ts';
import { pageTurn } from './choreographies/page-turn.ts';
import { pan } from './choreographies/pan.ts';
import { rotate } from './choreographies/rotate.ts';
import { slides } from './choreographies/slides.ts';
import { split } from './choreographies/split.ts';
import { timeline } from './choreographies/timeline.ts';
import { trail } from './choreographies/trail.ts';
import { typed } from './choreographies/typed.ts';

interface Course {
  readonly choreography: Choreography;
  /** The moment that tells most about the clip. */
  readonly poster: number;
}

/** Every course a clip can take. */
export const CHOREOGRAPHIES = {
  assemble: { choreography: assemble, poster: 0.55 },
  beats: { choreography: beats, poster: 0.5 },
  bounce: { choreography: bounce, poster: 0.16 },
  breathe: { choreography: breathe, poster: 0.48 },
  captions: { choreography: captions, poster: 0.22 },
  chart: { choreography: chart, poster: 0.7 },
  countdown: { choreography: countdown, poster: 0.1 },
  'page turn': { choreography: pageTurn, poster: 0.21 },
  pan: { choreography: pan, poster: 0.3 },
  rotate: { choreography: rotate, poster: 0.8 },
  slides: { choreography: slides, poster: 0.1 },
  'split screen': { choreography: split, poster: 0.27 },
  timeline: { choreography: timeline, poster: 0.5 },
  trail: { choreography: trail, poster: 0.54 },
  typed: { choreography: typed, poster: 0.72 },
} as const satisfies Record<string, Course>;

export type ChoreographyName = keyof typeof CHOREOGRAPHIES;
