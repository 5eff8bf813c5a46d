import { Icon } from './icon.tsx';
import { say } from '../platform/say.ts';

/**
 * Sun by day, moon by night. Which of the two shows is decided in CSS alone, so that the page as
 * sent by the server is right for everybody; the click is heard by `theme.ts`, which needs no React.
 */
export function ThemeSwitch() {
  return (
    <button type="button" data-theme-switch className="icon-button needs-script">
      <span className="grid place-items-center *:col-start-1 *:row-start-1 *:transition *:duration-[420ms]">
        <span className="night:scale-50 night:rotate-90 night:opacity-0">
          <Icon name="sun-horizon" />
        </span>
        <span className="scale-50 -rotate-90 opacity-0 night:scale-100 night:rotate-0 night:opacity-100">
          <Icon name="moon-stars" />
        </span>
      </span>
      <span className="sr-only">
        {`${say('Switch to')} `}
        <span className="night:hidden">{say('dark')}</span>
        <span className="hidden night:inline">{say('light')}</span>
        {` ${say('theme')}`}
      </span>
    </button>
  );
}
