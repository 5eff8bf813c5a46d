import { playClips } from './shop/ui/clip-view.ts';
import { listenForSearchShortcut } from './shop/ui/search-shortcut.ts';
import { showAvailability } from './chat/widget/availability.ts';
import { STORED_CHAT_KEY } from './chat/widget/stored-chat-key.ts';
import { watchScrolling } from './shop/layout/header-ground.ts';
import { closeMenuOnLeaving } from './portal/leave-menu.ts';
import { browserStorage, standInForTabStorage } from './ui/browser-storage.ts';
import { isReviewRemembered, keepReviewOnLeaving } from './reviews/saved-review.ts';
import { afterPaint } from './ui/when-idle.ts';
import { hasMoved, PersistedInput } from './ui/intent/keep-input.ts';
import { findPageScripts, untilParsed } from './ui/intent/page-scripts.ts';
import { isSavingData } from './ui/saving-data.ts';
import { glideUntil } from './ui/intent/glide.ts';
import { LISTENS, TAKES_OVER } from './ui/intent/hand-over-events.ts';
import { isShortcutOn } from './ui/shortcut-preference.ts';
import { isByClock, keepTheme } from './ui/theme.ts';

/* This is the first script of every page, inlined in its head. It does everything that a page needs before
   the visitor interacts, and then hands over to React (decision 025). Most visits run nothing else. */

/** Hydration takes a slow phone less time. After this, forms are submitted without React. */
const GIVE_UP_MS = 15_000;

standInForTabStorage();
keepTheme();
showWhereItLeads();
glideUntil(TAKES_OVER);
listenForSearchShortcut();
closeMenuOnLeaving();
watchScrolling();
if (document.documentElement.dataset.starts === 'on-intent') startOnIntent();
else startAtOnce();

function startAtOnce(): void {
  const scripts = findPageScripts({ onStart: () => undefined, onFailure: () => undefined });
  afterFirstPaint(() => scripts.start());
}

/** Blocks the first paint until the hash's target is parsed, because a picture transition may lead there. */
function showWhereItLeads(): void {
  if (!location.hash) return;
  const awaited = document.createElement('link');
  awaited.rel = 'expect';
  awaited.href = location.hash;
  awaited.setAttribute('blocking', 'render');
  document.head.append(awaited);
  // Browsers scroll to the target only after `pagereveal`.
  addEventListener('pagereveal', ({ viewTransition }: PageRevealEvent) => {
    const sought = document.getElementById(location.hash.slice(1));
    if (!viewTransition || !sought) return;
    sought.dataset.sought = '';
    sought.scrollIntoView({ behavior: 'instant' });
    void viewTransition.finished.then(() => delete sought.dataset.sought);
  });
}

/** Fetches the scripts at the first sign of a visitor, and runs them when idle or when an element needs them. */
function startOnIntent(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave: (() => void)[] = [];
  const fail = (mayCome: boolean) => {
    clearTimeout(timer);
    showFailure(true);
    input.giveBack(navigator.onLine, mayCome);
  };
  const scripts = findPageScripts({
    onStart() {
      showFailure(false);
      // A busy device takes longer: a recorded click is still replayed when React arrives later.
      timer = setTimeout(() => fail(true), GIVE_UP_MS);
    },
    onFailure: () => fail(false),
  });
  const input = new PersistedInput(() => scripts.start());

  window.addEventListener(
    TAKES_OVER,
    () => {
      clearTimeout(timer);
      showFailure(false);
      for (const stop of leave) stop();
      // A microtask keeps this out of React's commit, so that each field gets its own event.
      queueMicrotask(() => input.giveFields());
    },
    { once: true },
  );
  const stopKeepingReview = keepReviewOnLeaving();
  window.addEventListener(LISTENS, () => void input.giveActs().then(stopKeepingReview), {
    once: true,
  });

  leave.push(prepareAtFirstSign(() => scripts.prepare()));
  leave.push(startWhenScrolled(() => scripts.start()));
  void untilParsed().then(() => {
    leave.push(
      showAvailability(),
      playClips(() => scripts.start()),
    );
    if (isSomethingRemembered()) afterFirstPaint(() => scripts.start());
    leave.push(startWhereRowFits(() => scripts.start()));
  });
}

/** Calls `prepare` at the first pointer, touch or key event; never with Data Saver on. */
function prepareAtFirstSign(prepare: () => void): () => void {
  if (isSavingData()) return () => undefined;
  const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown'];
  const stop = () => {
    for (const sign of signs) window.removeEventListener(sign, act, true);
  };
  const act = (event: Event) => {
    if (event.type === 'pointermove' && !hasMoved(event)) return;
    stop();
    prepare();
  };
  for (const sign of signs) window.addEventListener(sign, act, { capture: true, passive: true });
  return stop;
}

/** Starts on scrolling inside a row, or on a page whose menu follows the scroll position. */
function startWhenScrolled(start: () => void): () => void {
  const act = ({ target }: Event) => {
    if (target === document && !document.querySelector('[data-follows-scrolling]')) return;
    start();
  };
  const stop = () => window.removeEventListener('scroll', act, true);
  window.addEventListener('scroll', act, { capture: true, passive: true });
  return stop;
}

/**
 * True if this browser has stored data that changes the page: a chat, a review draft or its author, a
 * disabled shortcut, or the theme by clock.
 */
function isSomethingRemembered(): boolean {
  return (
    browserStorage().getItem(STORED_CHAT_KEY) !== null ||
    isReviewRemembered() ||
    !isShortcutOn() ||
    isByClock()
  );
}

/** On a very wide screen a row may fit completely, and its arrows must be hidden. */
function startWhereRowFits(start: () => void): () => void {
  const look = () => {
    const rows = [...document.querySelectorAll('.carousel')];
    if (rows.some(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1)) start();
  };
  // The page has its layout by then, so measuring is cheap.
  afterFirstPaint(look);
  window.addEventListener('resize', look);
  return () => window.removeEventListener('resize', look);
}

function afterFirstPaint(work: () => void): void {
  void untilParsed().then(() => afterPaint(work));
}

function showFailure(isShown: boolean): void {
  const notice = document.getElementById('start-failed');
  if (notice) notice.hidden = !isShown;
}
