/** The team's pages use the manifest of the agent app, because a browser accepts only one manifest. */
export const links = () => [{ rel: 'manifest', href: '/agentchat/manifest' }];
