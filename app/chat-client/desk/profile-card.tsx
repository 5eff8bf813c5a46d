import { Link } from 'react-router';
import { type DeskMember, displayName } from '../../conversation/wire/views.ts';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { SoundSwitch } from './sound-switch.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';

interface ProfileCardProps {
  readonly member: DeskMember;
  readonly acceptsChats: boolean;
  readonly onAcceptsChats: (accepts: boolean) => void;
  readonly onShowShortcuts: () => void;
}

const ROW = 'flex min-h-11 w-full items-center gap-3 rounded-[10px] px-3 text-left hover:bg-sunken';

/** Who is signed in, and their menu. */
export function ProfileCard(props: ProfileCardProps) {
  const { member, acceptsChats } = props;
  const name = displayName(member.fullName, member.email);
  return (
    <div className="relative mx-3 flex items-center gap-3 rounded-card bg-surface p-3 ring-1 ring-line">
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-[650]">{name}</p>
        <p className="truncate text-[13.5px] text-ink-2">{member.email}</p>
        {!acceptsChats && <p className="text-[13px] font-semibold text-amber">Away</p>}
      </div>
      <button
        type="button"
        className="icon-button [anchor-name:--profile-menu]"
        aria-label="Menu"
        popoverTarget="profile-menu"
      >
        <Icon name="dots-three-vertical-bold" />
      </button>
      <ProfileMenu {...props} />
    </div>
  );
}

function ProfileMenu(props: ProfileCardProps) {
  const { member, acceptsChats, onAcceptsChats, onShowShortcuts } = props;
  return (
    <div
      id="profile-menu"
      popover="auto"
      className="fixed inset-auto mt-1 w-[300px] rounded-[16px] bg-surface p-2 text-ink shadow-overlay ring-1 ring-line [position-anchor:--profile-menu] [position-area:bottom_span-left]"
    >
      <label className={ROW}>
        <input
          type="checkbox"
          role="switch"
          className="size-5 accent-primary"
          checked={acceptsChats}
          aria-checked={acceptsChats}
          onChange={(event) => onAcceptsChats(event.target.checked)}
        />
        Accept new chats
      </label>
      <SoundSwitch className={ROW} />
      <Link to="/notifications" className={ROW}>
        <Icon name="bell" /> Notifications
      </Link>
      <button
        type="button"
        className={ROW}
        popoverTarget="profile-menu"
        popoverTargetAction="hide"
        onClick={onShowShortcuts}
      >
        <Icon name="list" /> Keyboard shortcuts
      </button>
      <Link to="/account" className={ROW}>
        <Icon name="user" /> Your account
      </Link>
      {member.moderates && (
        <Link to="/team/reviews" className={ROW}>
          <Icon name="star" /> Reviews
        </Link>
      )}
      {member.managesTeam && (
        <Link to="/team" className={ROW}>
          <Icon name="stack" /> Team
        </Link>
      )}
      <ActionForm action="/sign-out" navigate={false}>
        <SubmitButton className={ROW}>
          <Icon name="sign-out" /> Logout
        </SubmitButton>
      </ActionForm>
    </div>
  );
}
