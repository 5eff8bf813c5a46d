import type { Choreography } from '../cast.ts';
import { chooseGround } from '../placing.ts';
import { drawGround } from '../stages.ts';
import { chat } from './texts/chat.ts';
import { page } from './texts/page.ts';
import { search } from './texts/search.ts';
import { terminal } from './texts/terminal.ts';
import { typewriter } from './texts/typewriter.ts';

const MANNERS: Readonly<Record<string, Choreography>> = {
  page,
  terminal,
  chat,
  search,
  typewriter,
};

/** Text comes as it is written, stroke by stroke; words are bars. */
export const typed: Choreography = (cast) => {
  const ground = chooseGround(cast, ['halo', 'rays', 'curtain']);
  const draw = (MANNERS[cast.manner] ?? page)(cast);
  return (t) => drawGround(ground, cast.field, t) + draw(t);
};
