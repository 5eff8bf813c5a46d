import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** Every address of the product: the route table of SPEC §2 and what serves its pages. */
export default [
  layout('routes/public/layout.tsx', [
    index('routes/public/home.tsx'),
    route('contact', 'routes/public/contact.tsx'),
    route('payment', 'routes/public/payment.tsx'),
    route('privacy-policy', 'routes/public/privacy-policy.tsx'),
    route('terms', 'routes/public/terms.tsx'),
    route('refunds', 'routes/public/refunds.tsx'),
    route('services', 'routes/public/services.tsx'),
    route('services/:section', 'routes/public/section.tsx'),
    route('services/video/:slug', 'routes/public/video-service.tsx'),
    route('services/:section/:slug', 'routes/public/service.tsx'),
    route('*', 'routes/public/not-found.tsx'),
  ]),

  route('login', 'routes/agent/login.tsx'),
  route('agentchat', 'routes/agent/agentchat.tsx'),
  route('sign-out', 'routes/agent/sign-out.ts'),

  route('sitemap.xml', 'routes/resources/sitemap.ts'),
  route('robots.txt', 'routes/resources/robots.ts'),
  route('manifest', 'routes/resources/site-manifest.ts'),
  route('search-index', 'routes/resources/search-index.ts'),
  route('captcha', 'routes/resources/captcha.ts'),
  route('chat/availability', 'routes/resources/chat-availability.ts'),
  route('chat/conversations', 'routes/resources/chat-conversations.ts'),
  route('chat/conversations/:id', 'routes/resources/chat-conversation.ts'),
  route('chat/conversations/:id/messages', 'routes/resources/chat-messages.ts'),
  route('chat/conversations/:id/read', 'routes/resources/chat-read.ts'),
  route('agentchat/availability', 'routes/resources/inbox-availability.ts'),
  route('agentchat/inbox', 'routes/resources/inbox.ts'),
  route('agentchat/visitors/:id', 'routes/resources/inbox-visitor.ts'),
  route('agentchat/visitors/:id/entry', 'routes/resources/inbox-entry.ts'),
  route('agentchat/visitors/:id/transfer', 'routes/resources/inbox-transfer.ts'),
  route('agentchat/conversations/:id/completed', 'routes/resources/inbox-completed.ts'),
  route('agentchat/conversations/:id/messages', 'routes/resources/inbox-messages.ts'),
  route('agentchat/conversations/:id/read', 'routes/resources/inbox-read.ts'),
] satisfies RouteConfig;
