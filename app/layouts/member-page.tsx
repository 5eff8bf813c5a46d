import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Member } from '../team/members/member.ts';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { MemberNavigation } from './member-navigation.tsx';
import { useSite } from './use-site.ts';
import { ActionForm } from '../ui/form/action-form.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';

interface MemberPageProps {
  readonly member: Member;
  readonly title: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

/** The pages around the dashboard: where one can go, who one is, and a column of sections. */
export function MemberPage({ member, title, lead, children }: MemberPageProps) {
  return (
    <>
      <a
        href="#content"
        className="button button-primary fixed top-2 left-2 z-50 -translate-y-24 focus:translate-y-0"
      >
        Skip to content
      </a>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-[1080px] flex-wrap items-center gap-x-6 px-5 py-2.5">
          <Link
            to="/"
            className="flex min-h-11 items-center gap-2.5 font-display text-[21px] font-bold tracking-[-0.035em]"
          >
            <Mark size={28} />
            {useSite().brandName}
          </Link>
          <MemberNavigation member={member} />
          <div className="ml-auto flex items-center gap-2">
            <span className="max-w-[220px] truncate text-[14px] text-ink-2 max-lg:hidden">
              {member.email}
            </span>
            <ActionForm action="/sign-out" navigate={false}>
              <SubmitButton className="icon-button" aria-label="Logout" title="Logout">
                <Icon name="sign-out" />
              </SubmitButton>
            </ActionForm>
          </div>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-[1080px] px-5 pt-9 pb-24 outline-none"
      >
        <h1 className="text-[clamp(40px,6vw,52px)] tracking-[-0.04em]">{title}</h1>
        <p className="mt-3 text-[17px] text-ink-2">{lead}</p>
        {children}
      </main>
    </>
  );
}
