import { say } from '../platform/say.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Member } from '../accounts/protocol/member.ts';
import type { Destination } from '../accounts/protocol/places.ts';
import { ActionForm } from '../ui/form/action-form.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';

/** The popover id that the opening buttons use. */
export const ACCOUNT_MENU = 'account-menu';

interface AccountMenuProps {
  readonly member: Member;
  readonly elsewhere: readonly Destination[];
  readonly own: readonly Destination[];
  readonly here: string | undefined;
  readonly children: ReactNode;
}

/** Shows the signed-in member's menu; on a phone also the navigation items that wide screens show in the rail. */
export function AccountMenu({ member, elsewhere, own, here, children }: AccountMenuProps) {
  return (
    <div id={ACCOUNT_MENU} popover="auto" className="account-menu fixed">
      <div className="flex items-center gap-3 ps-3">
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate font-[650]">
            {member.fullName}
          </p>
          <p dir="auto" className="truncate text-[13.5px] text-ink-2">
            {member.email}
          </p>
        </div>
        <ThemeSwitch />
      </div>
      <div className="my-2 border-t border-line" />
      {elsewhere.length > 0 && (
        <div className="shell-on-phone grid grid-cols-2">
          {elsewhere.map((place) => (
            <MenuLink key={place.path} place={place} here={here} />
          ))}
          <div className="col-span-2 my-2 border-t border-line" />
        </div>
      )}
      {children}
      {own.map((place) => (
        <MenuLink key={place.path} place={place} here={here} />
      ))}
      <ActionForm action="/sign-out" navigate={false}>
        <SubmitButton className="account-menu-row">
          <Icon name="sign-out" /> {say('Logout')}
        </SubmitButton>
      </ActionForm>
    </div>
  );
}

interface MenuLinkProps {
  readonly place: Destination;
  readonly here: string | undefined;
}

function MenuLink({ place: { path, name, icon }, here }: MenuLinkProps) {
  return (
    <Link to={path} className="account-menu-row" aria-current={path === here ? 'page' : undefined}>
      <Icon name={icon} /> <bdi>{name}</bdi>
    </Link>
  );
}
