/*
 * The chat of an Embarka shop on a page of another site: <script src="https://shop.example/widget/3.js" async>
 * </script>. Settings are data attributes or stand in the address. This version never changes; its reasons are
 * in docs/decisions/045-the-chat-on-other-sites.md of the shop's sources.
 */
(() => {
  'use strict';
  const TAG = 'embarka-chat';
  const FILE = '/widget/3.js';
  const tag = document.currentScript;
  // Modules and tag managers leave no current script.
  const sources = [...document.scripts].map(({ src }) => src);
  const [shop] =
    /https?:\/\/[^\s()/]+(?=\/widget\/3\.js)/.exec([tag?.src, new Error().stack, ...sources]) ?? [];
  if (!shop) return;
  const running = (window[Symbol.for(TAG)] ??= {});
  if (running[shop]) {
    running[shop]();
    return;
  }

  // A page that swaps its content brings another script.
  const read = (name) => {
    const own = ({ src }) => src?.startsWith(shop + FILE);
    const { src, dataset } = [...document.scripts].findLast(own) ?? tag ?? { src: '', dataset: {} };
    return dataset[name] || new URLSearchParams(src.split('?')[1]).get(name) || '';
  };
  const KEPT = `${TAG} ${shop}`;
  const KEPT_MS = 7_200_000;
  const PATIENCE_MS = 20_000;
  const SILENCE_MS = 8_000;
  const MOST_RETURNS = 20;

  const WORDS = {
    en: {
      open: 'Open chat',
      unread: { one: '# unread message', other: '# unread messages' },
      frame: 'Chat',
      close: 'Close',
      moment: 'One moment…',
      refused: "The chat can't be shown here.",
      away: 'Open in a window',
    },
    es: {
      open: 'Abrir chat',
      unread: { one: '# mensaje sin leer', other: '# mensajes sin leer' },
      frame: 'Chat',
      close: 'Cerrar',
      moment: 'Un momento…',
      refused: 'El chat no se puede mostrar aquí.',
      away: 'Abrir en una ventana',
    },
    de: {
      open: 'Chat öffnen',
      unread: { one: '# ungelesene Nachricht', other: '# ungelesene Nachrichten' },
      frame: 'Chat',
      close: 'Schließen',
      moment: 'Einen Moment …',
      refused: 'Der Chat kann hier nicht angezeigt werden.',
      away: 'In einem Fenster öffnen',
    },
    ar: {
      open: 'فتح نافذة المحادثة',
      unread: {
        one: 'رسالة واحدة غير مقروءة',
        two: 'رسالتان غير مقروءتين',
        few: '# رسائل غير مقروءة',
        many: '# رسالة غير مقروءة',
        other: '# رسالة غير مقروءة',
      },
      frame: 'المحادثة',
      close: 'إغلاق',
      moment: 'لحظة من فضلك…',
      refused: 'لا يمكن عرض المحادثة هنا.',
      away: 'الفتح في نافذة',
    },
  };
  const [code] = (read('language') || document.documentElement.lang).toLowerCase().split('-');
  const spoken = Object.hasOwn(WORDS, code) ? code : 'en';
  const words = WORDS[spoken];

  // Important rules in here win over the page's.
  const css = `
    :host { all: initial !important; display: block !important; position: fixed !important;
      inset: auto 0 0 auto !important; width: 0 !important; height: 0 !important;
      overflow: visible !important; z-index: 2147483647 !important; color-scheme: light dark !important;
      direction: ltr !important; }
    :host([dir='rtl']) { direction: rtl !important; }
    :host([hidden]) { display: none !important; }
    * { box-sizing: border-box; }
    button, a, p { font: 400 16px/1.45 system-ui, sans-serif; }
    .launcher { position: fixed; inset-inline-end: 16px; width: 60px; height: 60px; padding: 0; display: grid; place-items: center; border: 1px solid #fff6;
      border-radius: 50% 50% 8px 50%; background: #10152b; color: #fff; cursor: pointer;
      box-shadow: 0 6px 24px #0006; transition: transform 180ms; }
    .launcher:hover { transform: translateY(-2px); }
    :focus-visible { outline: 3px solid #4a6cf7; outline-offset: 3px; }
    [hidden] { display: none !important; }
    .count { position: absolute; top: -4px; right: -4px; min-width: 24px; height: 24px; padding: 0 5px;
      border: 2px solid #fff; border-radius: 12px; background: #b3261e; color: #fff;
      font: 700 13px/20px system-ui, sans-serif; text-align: center; }
    circle { fill: #10152b; }
    dialog { position: fixed; inset: auto; inset-inline-end: 16px; bottom: 16px; display: block;
      width: 384px; height: min(600px, calc(100dvh - 32px)); max-width: none; max-height: none;
      margin: 0; padding: 0; border: 1px solid #8886; border-radius: 20px; overflow: hidden;
      background: Canvas; color: CanvasText; box-shadow: 0 12px 48px #0006; transition: opacity 160ms; }
    dialog:not([open]) { opacity: 0; pointer-events: none; box-shadow: none; border-color: transparent; }
    dialog.empty:not([open]) { display: none; }
    dialog.empty { height: auto; }
    dialog::backdrop { background: none; }
    iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; color-scheme: normal; }
    /* Not hidden: browsers slow down a frame that nobody could see. */
    iframe:not(.ready) { opacity: 0; pointer-events: none; }
    .note { padding: 24px; }
    .note p { margin: 0 0 16px; }
    .note a { color: LinkText; }
    .note button { display: block; margin-top: 24px; min-height: 44px; padding: 0 16px; color: inherit;
      background: none; border: 1px solid; border-radius: 10px; cursor: pointer; }
    @media (max-width: 768px), (max-height: 480px) {
      dialog:not(.empty) { inset: 0; width: 100%; height: 100dvh; border: 0; border-radius: 0; }
      dialog.empty { inset: auto 16px 16px; width: auto; } }
    @media (prefers-reduced-motion: reduce) { * { transition: none !important; } .launcher:hover { transform: none; } }
    @media (forced-colors: active) { .launcher, .count { border-color: ButtonText; } circle { fill: ButtonFace; }
      dialog { border-color: CanvasText; } }
    @media print { :host { display: none !important; } }
  `;

  const XHTML = 'http://www.w3.org/1999/xhtml';
  const make = (name, attributes = {}, space = XHTML) => {
    const element = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  if (!customElements.get(TAG)) {
    customElements.define(
      TAG,
      class extends HTMLElement {
        disconnectedCallback() {
          this.onGone?.();
        }
      },
    );
  }
  const root = make(TAG, { popover: 'manual' });
  const shadow = root.attachShadow({ mode: 'open' });
  try {
    const style = new CSSStyleSheet();
    style.replaceSync(css);
    shadow.adoptedStyleSheets = [style];
  } catch {
    const style = make('style', { nonce: tag?.nonce ?? '' });
    style.textContent = css;
    shadow.append(style);
  }

  const launcher = make('button', {
    type: 'button',
    class: 'launcher',
    'aria-haspopup': 'dialog',
  });
  const svg = (name, attributes) => make(name, attributes, 'http://www.w3.org/2000/svg');
  const sign = svg('svg', { viewBox: '0 0 24 24', width: 28, height: 28, 'aria-hidden': true });
  sign.append(
    svg('path', {
      fill: 'currentColor',
      d: 'M12 3a9 9 0 0 0-7.9 13.3L3 21l4.7-1.1A9 9 0 1 0 12 3Z',
    }),
    ...[8, 12, 16].map((cx) => svg('circle', { cx, cy: 12, r: 1.3 })),
  );
  const count = make('span', { class: 'count', hidden: '', 'aria-hidden': true });
  launcher.append(sign, count);

  const panel = make('dialog', { class: 'empty', 'aria-label': words.frame, inert: '' });
  const note = make('div', { class: 'note' });
  const said = make('p', { role: 'status' });
  const away = make('a', { href: `${shop}/contact`, target: '_blank', rel: 'noopener' });
  away.textContent = words.away;
  const close = make('button', { type: 'button' });
  close.textContent = words.close;
  note.append(said, away, close);
  panel.append(note);
  shadow.append(launcher, panel);

  const phone = matchMedia('(max-width: 768px), (max-height: 480px)');
  let frame;
  let isReady = false;
  let isOpen = false;
  let timer;
  let returns = 0;

  function tell(type) {
    const identity = read('identity');
    if (isReady) frame.contentWindow?.postMessage({ embarka: 1, type, identity }, shop);
  }

  function load() {
    if (frame) return;
    const asked = { host: location.origin };
    for (const name of ['topic', 'section', 'service']) if (read(name)) asked[name] = read(name);
    const language = read('language');
    frame = make('iframe', {
      title: words.frame,
      src: `${shop}${language ? `/${language}` : ''}/widget?${new URLSearchParams(asked)}`,
      sandbox:
        'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox',
    });
    // An isolated page shows no frame with cookies.
    if (window.crossOriginIsolated) frame.credentialless = true;
    wait();
    // A frame that is refused says nothing.
    frame.addEventListener('load', () => {
      clearTimeout(timer);
      if (!isReady) timer = setTimeout(giveUp, SILENCE_MS);
    });
    panel.append(frame);
  }

  function wait() {
    isReady = false;
    frame.classList.remove('ready');
    panel.classList.remove('empty');
    note.hidden = false;
    said.textContent = words.moment;
    clearTimeout(timer);
    timer = setTimeout(giveUp, PATIENCE_MS);
  }

  function giveUp() {
    if (isReady || !frame) return;
    frame.remove();
    frame = undefined;
    clearTimeout(timer);
    remember(false);
    said.textContent = words.refused;
    panel.classList.add('empty');
    if (isOpen) away.focus();
  }

  function show() {
    raise(true);
    if (panel.open) panel.close();
    if (phone.matches) panel.showModal();
    else panel.show();
    (isReady ? frame : close).focus();
  }

  function open() {
    isOpen = true;
    load();
    launcher.hidden = true;
    panel.inert = false;
    show();
    tell('open');
  }

  function shut() {
    if (!isOpen) return;
    isOpen = false;
    panel.close();
    panel.inert = true;
    launcher.hidden = false;
    launcher.focus();
    tell('close');
  }

  function showUnread(number) {
    count.hidden = number === 0;
    count.textContent = number > 9 ? '9+' : String(number);
    const form = words.unread[new Intl.PluralRules(spoken).select(number)] ?? words.unread.other;
    const unread = form.replace('#', number);
    launcher.setAttribute('aria-label', number > 0 ? `${words.open}, ${unread}` : words.open);
  }

  function remember(isKept) {
    try {
      if (isKept) localStorage.setItem(KEPT, String(Date.now()));
      else localStorage.removeItem(KEPT);
    } catch {
      // Nothing is kept here.
    }
  }

  function isRemembered() {
    try {
      return Date.now() - Number(localStorage.getItem(KEPT)) < KEPT_MS;
    } catch {
      return false;
    }
  }

  addEventListener('message', ({ source, origin, data }) => {
    if (!frame || source !== frame.contentWindow || origin !== shop) return;
    if (typeof data !== 'object' || data === null || data.embarka !== 1) return;
    if (data.type === 'ready') {
      isReady = true;
      clearTimeout(timer);
      frame.classList.add('ready');
      note.hidden = true;
      if (isOpen) frame.focus();
      tell(isOpen ? 'open' : 'close');
    } else if (data.type === 'close') shut();
    else if (data.type === 'unread' && Number.isInteger(data.count)) {
      showUnread(Math.min(Math.max(data.count, 0), 999));
    } else if (data.type === 'chat') remember(data.isKept === true);
  });
  document.addEventListener('securitypolicyviolation', ({ blockedURI, disposition }) => {
    if (disposition === 'enforce' && blockedURI.startsWith(shop)) giveUp();
  });

  launcher.addEventListener('click', open);
  close.addEventListener('click', shut);
  panel.addEventListener('cancel', (event) => {
    event.preventDefault();
    shut();
  });
  panel.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') shut();
  });
  phone.addEventListener('change', () => {
    if (isOpen) show();
  });
  // Not every browser makes room for a phone's keyboard.
  const fit = () => {
    const { height, offsetTop, scale } = visualViewport;
    const isCovered = isOpen && phone.matches && scale <= 1.01 && height < innerHeight - 1;
    panel.style.height = isCovered ? `${height}px` : '';
    panel.style.top = isCovered ? `${offsetTop}px` : '';
  };
  for (const event of ['resize', 'scroll']) visualViewport?.addEventListener(event, fit);
  showUnread(0);

  function raise(isAgain) {
    try {
      if (isAgain) root.hidePopover();
      root.showPopover();
    } catch {
      // It is shown already, or the browser is older.
    }
  }

  function place() {
    const parent = document.documentElement;
    if (!document.body) {
      setTimeout(place, 100);
      return;
    }
    const isVersion1 = [...document.scripts].some(({ src }) => src === `${shop}/widget/1.js`);
    if (isVersion1 && document.querySelector(`${TAG}:not([popover])`)) return;
    root.dir = getComputedStyle(document.body).direction;
    if (root.parentNode !== parent) {
      if (frame) wait();
      const low = 16 + 76 * document.querySelectorAll(TAG).length;
      launcher.style.bottom = `calc(${low}px + env(safe-area-inset-bottom, 0px))`;
      parent.append(root);
      if (isOpen) show();
    }
    raise(false);
  }
  root.onGone = () => {
    if ((returns += 1) <= MOST_RETURNS) setTimeout(place, 50 * (returns - 1));
  };
  root.addEventListener('toggle', ({ newState }) => newState === 'closed' && root.onGone());
  running[shop] = () => {
    place();
    tell(isOpen ? 'open' : 'close');
  };

  if (document.readyState !== 'loading') place();
  else addEventListener('DOMContentLoaded', place);
  addEventListener('pageshow', ({ persisted }) => persisted && place());
  if (isRemembered()) {
    if (document.readyState === 'complete') load();
    else addEventListener('load', load);
  }
})();
