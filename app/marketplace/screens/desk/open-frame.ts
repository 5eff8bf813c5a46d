interface FramedPage {
  readonly action: string;
  readonly typed: FormData;
  readonly title: string;
}

let count = 0;

/**
 * Shows the page that answers what is sent, in a frame of its own which replaces the one before as soon
 * as it is there, at the same height. A new frame each time: a frame that is sent on would put each pause
 * of the typing into the browser's history, and Back would lead through them. No form of the screen is
 * sent, which would be the router's.
 */
export function openFrame(box: HTMLElement, { action, typed, title }: FramedPage): void {
  const [shown, ...unfinished] = box.querySelectorAll('iframe');
  for (const each of unfinished) each.remove();
  count += 1;
  const frame = document.createElement('iframe');
  frame.name = `live-preview-${count}`;
  frame.title = title;
  frame.hidden = shown !== undefined;
  box.append(frame);
  frame.addEventListener('load', () => {
    const view = frame.contentWindow;
    // A browser that has no answer shows a page of its own there, which nobody may look into.
    if (!view || frame.contentDocument === null) return frame.remove();
    if (view.location.href === 'about:blank') return;
    frame.hidden = false;
    view.scrollTo({ top: shown?.contentWindow?.scrollY ?? 0, behavior: 'instant' });
    shown?.remove();
  });
  const form = document.createElement('form');
  form.method = 'post';
  form.enctype = 'multipart/form-data';
  form.action = action;
  form.target = frame.name;
  form.hidden = true;
  for (const [name, value] of typed) {
    if (typeof value !== 'string') continue;
    const field = document.createElement('textarea');
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
