import { playClips } from './marketplace/screens/clip-view.ts';
import { listenForSearchShortcut } from './marketplace/screens/search-shortcut.ts';
import { showAvailability } from './chat-client/visitor/show-availability.ts';
import { STORED_CHAT_KEY } from './chat-client/visitor/stored-chat-key.ts';
import { watchScrolling } from './layouts/header-ground.ts';
import { closeMenuOnLeaving } from './layouts/leave-menu.ts';
import { browserStorage, standInForTabStorage } from './ui/browser-storage.ts';
import { isReviewRemembered, keepReviewOnLeaving } from './reviews/remembered-review.ts';
import { afterPaint } from './ui/after-paint.ts';
import { hasMoved, KeptInput } from './ui/intent/keep-input.ts';
import { findPageScripts, untilParsed } from './ui/intent/page-scripts.ts';
import { isSavingData } from './ui/saving-data.ts';
import { glideUntil } from './ui/intent/glide.ts';
import { LISTENS, TAKES_OVER } from './ui/intent/hand-over-events.ts';
import { isShortcutOn } from './ui/shortcut-preference.ts';
import { isByClock, keepTheme } from './ui/theme.ts';

/*
 * The first script of every page, part of its head: it does what a page does before somebody needs
 * more, and then hands over to React (decision 025). It is all that most visits run.
 */

/** Longer than a slow telephone takes; after it forms are sent without React. */
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

/** The first that is seen of the page is what its address names: a picture may be on its way there. */
function showWhereItLeads(): void {
  if (!location.hash) return;
  const awaited = document.createElement('link');
  awaited.rel = 'expect';
  awaited.href = location.hash;
  awaited.setAttribute('blocking', 'render');
  document.head.append(awaited);
  // Browsers go there only after that.
  addEventListener('pagereveal', ({ viewTransition }) => {
    const sought = document.getElementById(location.hash.slice(1));
    if (!viewTransition || !sought) return;
    sought.dataset.sought = '';
    sought.scrollIntoView({ behavior: 'instant' });
    void viewTransition.finished.then(() => delete sought.dataset.sought);
  });
}

/** Fetches at the first sign of a person; runs when they reach for something that needs it, or when idle. */
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
      // A busy computer takes longer: who pressed the chat's button sees it open then.
      timer = setTimeout(() => fail(true), GIVE_UP_MS);
    },
    onFailure: () => fail(false),
  });
  const input = new KeptInput(() => scripts.start());

  window.addEventListener(
    TAKES_OVER,
    () => {
      clearTimeout(timer);
      showFailure(false);
      for (const stop of leave) stop();
      // Not in the midst of React's own work: each field is told on its own.
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

/** A pointer, a finger or a key; for somebody who counts bytes, only what they reach for. */
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

/** Rows that follow their scrolling, and pages whose menu does. */
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
 * What this browser remembers and the page shows: a chat to go on with, a review half written or
 * its writer, a shortcut that is off, a theme by the clock.
 */
function isSomethingRemembered(): boolean {
  return (
    browserStorage().getItem(STORED_CHAT_KEY) !== null ||
    isReviewRemembered() ||
    !isShortcutOn() ||
    isByClock()
  );
}

/** On a very wide screen: the arrows of a row that fits whole have to go. */
function startWhereRowFits(start: () => void): () => void {
  const look = () => {
    const rows = [...document.querySelectorAll('.carousel')];
    if (rows.some(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1)) start();
  };
  // When the page is laid out anyway.
  afterFirstPaint(look);
  window.addEventListener('resize', look);
  return () => window.removeEventListener('resize', look);
}

/** The page as it came. */
function afterFirstPaint(work: () => void): void {
  void untilParsed().then(() => afterPaint(work));
}

function showFailure(isShown: boolean): void {
  const notice = document.getElementById('start-failed');
  if (notice) notice.hidden = !isShown;
}
