import type { Carrier } from '../carriers/carrier.ts';
import { puppet, presenter, teddyBear, meditator, crowd, owl } from '../carriers/figures.ts';
import {
  backdrop,
  bulb,
  clapper,
  filmLeader,
  mortarboard,
  movieCamera,
  timeline,
} from '../carriers/film.ts';
import { blocks, gamepad } from '../carriers/machines.ts';
import { coinPiles, summit } from '../carriers/office.ts';
import { bottleParts, quarterMark, sailMark } from './marks.ts';
import { articleWindow, curveEditor, dashboard, websiteWindow } from '../carriers/windows.ts';
import { appListing, deviceFamily, verticalVideo } from '../carriers/phones.ts';
import { guitar, loopingSticker, prints, recordSleeve } from '../carriers/pastimes.ts';
import { illustratedBook, openBook } from '../carriers/books.ts';
import { megaphone, sapling, target } from '../carriers/promotion.ts';
import {
  captionScreen,
  projectorScreen,
  recordedMonitor,
  television,
  televisionTower,
} from '../carriers/screens.ts';
import { headphones, loudspeaker, microphone } from '../carriers/sound.ts';
import {
  cartonAndBottle,
  house,
  shoppingBag,
  shoppingCart,
  tag,
  turntable,
} from '../carriers/trade.ts';
import type { EmblemName } from '../emblems.ts';
import type { Inks } from '../palettes.ts';
import type { Shape } from '../shapes.ts';

type Act = readonly [carrier: Carrier, emblem?: EmblemName];

/** Objects that take turns within one clip, beside the service's own. */
const ACTS = {
  'a problem': [articleWindow, 'question'],
  'an idea': [bulb, 'play'],
  'a bright idea': [bulb, 'sparkle'],
  'a result': [projectorScreen],
  'a rising chart': [dashboard, 'chart-line-up'],
  'a goal reached': [summit],
  savings: [coinPiles],
  growth: [sapling],
  'an offer': [tag, 'percent'],
  'a call': [megaphone],
  'a hit': [target],
  'a bag': [shoppingBag, 'heart'],
  'a cart': [shoppingCart, 'play'],
  'a parcel': [cartonAndBottle, 'leaf'],
  'a bottle': [turntable, 'drop'],
  'a phone': [verticalVideo, 'heart'],
  'an app': [appListing, 'star'],
  'every screen': [deviceFamily, 'sparkle'],
  'a page': [websiteWindow, 'rocket-launch'],
  'a curve': [curveEditor],
  'a crowd': [crowd, 'heart'],
  'a presenter': [presenter, 'chart-line-up'],
  'a lesson': [mortarboard, 'play'],
  'a wise owl': [owl],
  blocks: [blocks],
  'a television': [television, 'megaphone-simple'],
  televisions: [televisionTower],
  'a caption': [captionScreen, 'closed-captioning'],
  'a recording': [recordedMonitor, 'cursor-click'],
  'a camera': [movieCamera],
  'a clapper': [clapper, 'film-slate'],
  'an edit': [timeline],
  'a backdrop': [backdrop, 'meteor'],
  'a leader': [filmLeader],
  'a sailing mark': [sailMark],
  'a quarter mark': [quarterMark],
  'a bottle apart': [bottleParts, 'drop'],
  prints: [prints, 'play'],
  'a sticker': [loopingSticker],
  'a guitar': [guitar, 'music-note'],
  'a record': [recordSleeve],
  'a microphone': [microphone],
  'a loudspeaker': [loudspeaker],
  headphones: [headphones],
  'a gamepad': [gamepad, 'lightning'],
  'a puppet': [puppet],
  'a bear': [teddyBear],
  'a book': [illustratedBook],
  'an open book': [openBook],
  'a sitter': [meditator],
  'a house': [house, 'key'],
} as const satisfies Record<string, Act>;

export type ActName = keyof typeof ACTS;

/** The shapes of an act, about the origin like every carrier. */
export function drawAct(name: ActName, inks: Inks): readonly Shape[] {
  const [carrier, emblem]: Act = ACTS[name];
  return carrier(inks, emblem);
}
