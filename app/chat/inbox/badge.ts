/** Not every system supports badges. */
type Badges = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

export async function setBadge(unread: number): Promise<void> {
  const badges = navigator as Badges;
  try {
    if (unread > 0) await badges.setAppBadge?.(unread);
    else await badges.clearAppBadge?.();
  } catch {
    // The browser rejects the call if the app is not installed.
  }
}
