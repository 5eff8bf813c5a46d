import { Icon } from './icon.tsx';
import { say } from '../platform/say.ts';

/**
 * CSS alone decides which icon is shown, so that the server's cached HTML is correct in both themes.
 * `theme.ts` handles the click without React.
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
