interface FramedPage {
  readonly action: string;
  readonly typed: FormData;
  readonly title: string;
}

let count = 0;

/**
 * Posts `typed` into a new frame, which replaces the previous frame once it has loaded, at the same scroll
 * position. Reusing a frame would add a history entry for every pause in typing. The form is created outside of
 * React, because the router would intercept a form of the screen.
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
    // Without a response, the browser shows its own error page, which scripts cannot access.
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
