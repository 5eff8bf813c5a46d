/*
 * The chat of an Embarka shop on a page of another site: a button, and a frame once somebody wants it.
 * <script src="https://shop.example/widget/1.js" async></script>, with data-topic, data-section,
 * data-service, data-language and data-identity as the shop's documentation says. This version is
 * never changed: what a page trusts by its hash stays what it is.
 */
(() => {
  'use strict';
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement) || document.querySelector('embarka-chat')) return;
  const shop = new URL(script.src).origin;
  const { topic, section, service, language } = script.dataset;
  const isSpanish = (language ?? document.documentElement.lang).startsWith('es');
  const KEPT = `embarka-chat ${shop}`;
  /** A chat that nobody used for so long begins anew. */
  const KEPT_MS = 7_200_000;
  /** A slow telephone takes so long to show the frame. */
  const PATIENCE_MS = 20_000;
  /** And so long, once it is there, to say its first word. */
  const SILENCE_MS = 8_000;

  const words = isSpanish
    ? {
        open: 'Abrir chat',
        one: '1 mensaje sin leer',
        many: (count) => `${count} mensajes sin leer`,
        frame: 'Chat',
        close: 'Cerrar',
        moment: 'Un momento…',
        refused: 'El chat no se puede mostrar aquí.',
        away: 'Abrirlo en una ventana',
      }
    : {
        open: 'Open chat',
        one: '1 unread message',
        many: (count) => `${count} unread messages`,
        frame: 'Chat',
        close: 'Close',
        moment: 'One moment…',
        refused: 'The chat cannot be shown here.',
        away: 'Open it in a window',
      };

  const style = new CSSStyleSheet();
  style.replaceSync(`
    :host { all: initial; color-scheme: light dark; }
    * { box-sizing: border-box; }
    button, a, p { font: 400 16px/1.45 system-ui, sans-serif; }
    .launcher { position: fixed; z-index: 2147483000; right: 16px; bottom: 16px; width: 60px;
      height: 60px; padding: 0; display: grid; place-items: center; border: 1px solid #fff6;
      border-radius: 50% 50% 8px 50%; background: #10152b; color: #fff; cursor: pointer;
      box-shadow: 0 6px 24px #0006; transition: transform 180ms; }
    .launcher:hover { transform: translateY(-2px); }
    .launcher:focus-visible, .note :focus-visible { outline: 3px solid #4a6cf7; outline-offset: 3px; }
    .launcher[hidden] { display: none; }
    .count { position: absolute; top: -4px; right: -4px; min-width: 24px; height: 24px; padding: 0 5px;
      border: 2px solid #fff; border-radius: 12px; background: #b3261e; color: #fff;
      font: 700 13px/20px system-ui, sans-serif; text-align: center; }
    .count[hidden] { display: none; }
    dialog { position: fixed; z-index: 2147483000; inset: auto 16px 16px auto; display: block;
      width: 384px; height: min(600px, calc(100dvh - 32px)); max-width: none; max-height: none;
      margin: 0; padding: 0; border: 1px solid #8886; border-radius: 20px; overflow: hidden;
      background: Canvas; color: CanvasText; box-shadow: 0 12px 48px #0006; opacity: 1;
      transition: opacity 160ms; }
    dialog:not([open]) { opacity: 0; pointer-events: none; box-shadow: none; border-color: transparent; }
    dialog.empty:not([open]) { display: none; }
    dialog.empty { height: auto; }
    dialog::backdrop { background: none; }
    iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; color-scheme: normal; }
    /* Not hidden: browsers hold back the work of a frame that nobody could see. */
    iframe:not(.ready) { opacity: 0; pointer-events: none; }
    .note { padding: 24px; }
    .note[hidden] { display: none; }
    .note p { margin: 0 0 16px; }
    .note a { color: LinkText; }
    .note button { display: block; margin-top: 24px; min-height: 44px; padding: 0 16px; color: inherit;
      background: none; border: 1px solid; border-radius: 10px; cursor: pointer; }
    @media (max-width: 768px) { dialog:not(.empty) { inset: 0; width: 100%; height: 100dvh; border: 0; border-radius: 0; }
      dialog.empty { inset: auto 16px 16px; width: auto; } }
    @media (prefers-reduced-motion: reduce) { * { transition: none !important; } .launcher:hover { transform: none; } }
    @media (forced-colors: active) { .launcher, .count { border-color: ButtonText; } dialog { border-color: CanvasText; } }
    @media print { .launcher, dialog { display: none !important; } }
  `);

  const make = (name, properties) => Object.assign(document.createElement(name), properties);
  const root = make('embarka-chat');
  // The page's styles do not reach in. Its scripts may: it is their page.
  const shadow = root.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [style];

  const launcher = make('button', {
    type: 'button',
    className: 'launcher',
    ariaHasPopup: 'dialog',
  });
  const svg = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const sign = svg('svg', {
    viewBox: '0 0 24 24',
    width: '28',
    height: '28',
    'aria-hidden': 'true',
  });
  sign.append(
    svg('path', {
      fill: 'currentColor',
      d: 'M12 3a9 9 0 0 0-7.9 13.3L3 21l4.7-1.1A9 9 0 1 0 12 3Z',
    }),
    ...[8, 12, 16].map((cx) => svg('circle', { cx, cy: 12, r: 1.3, fill: '#10152b' })),
  );
  const count = make('span', { className: 'count', hidden: true, ariaHidden: 'true' });
  launcher.append(sign, count);

  const panel = make('dialog', { className: 'empty', ariaLabel: words.frame, inert: true });
  const note = make('div', { className: 'note' });
  const said = make('p', { role: 'status' });
  const away = make('a', {
    href: `${shop}/contact`,
    target: '_blank',
    rel: 'noopener',
    textContent: words.away,
  });
  const close = make('button', { type: 'button', textContent: words.close });
  note.append(said, away, close);
  panel.append(note);
  shadow.append(launcher, panel);

  const phone = matchMedia('(max-width: 768px)');
  let frame;
  let isReady = false;
  let isOpen = false;
  let timer;

  function tell(type) {
    // Read each time: a page that stays open for long gives a new one.
    const { identity } = script.dataset;
    if (isReady) frame.contentWindow.postMessage({ embarka: 1, type, identity }, shop);
  }

  function load() {
    if (frame) return;
    const address = new URL(language ? `/${language}/widget` : '/widget', shop);
    const asked = { host: location.origin, topic, section, service };
    for (const [name, value] of Object.entries(asked)) {
      if (value) address.searchParams.set(name, value);
    }
    frame = make('iframe', { title: words.frame, src: address.href });
    // The shop may not lead this page elsewhere, nor ask for anything in its name.
    frame.setAttribute(
      'sandbox',
      'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox',
    );
    panel.classList.remove('empty');
    said.textContent = words.moment;
    panel.append(frame);
    timer = setTimeout(() => giveUp(), PATIENCE_MS);
    // A page that may not be shown here says nothing; the browser draws what it likes.
    frame.addEventListener('load', () => {
      clearTimeout(timer);
      if (!isReady) timer = setTimeout(() => giveUp(), SILENCE_MS);
    });
  }

  function giveUp() {
    if (isReady) return;
    frame.remove();
    frame = undefined;
    remember(false);
    said.textContent = words.refused;
    panel.classList.add('empty');
    if (isOpen) away.focus();
  }

  function show() {
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
    const unread = number === 1 ? words.one : words.many(number);
    launcher.ariaLabel = number > 0 ? `${words.open}, ${unread}` : words.open;
  }

  function remember(isKept) {
    try {
      if (isKept) localStorage.setItem(KEPT, String(Date.now()));
      else localStorage.removeItem(KEPT);
    } catch {
      // Where nothing is kept the frame comes when somebody asks for it.
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

  launcher.addEventListener('click', open);
  close.addEventListener('click', shut);
  panel.addEventListener('cancel', (event) => {
    event.preventDefault();
    shut();
  });
  phone.addEventListener('change', () => {
    if (isOpen) show();
  });
  // A telephone's keyboard covers what lies below it; not every browser makes room by itself.
  visualViewport?.addEventListener('resize', () => {
    const { height, scale } = visualViewport;
    const isCovered = isOpen && phone.matches && scale <= 1.01 && height < innerHeight - 1;
    panel.style.height = isCovered ? `${height}px` : '';
  });
  showUnread(0);

  const place = () => document.body.append(root);
  if (document.body) place();
  else addEventListener('DOMContentLoaded', place);
  if (isRemembered()) {
    if (document.readyState === 'complete') load();
    else addEventListener('load', load);
  }
})();
