import type { Module } from '../platform/module.ts';
import { resetDemo } from './server/reset-demo.server.ts';

export const setupGuideModule: Module<unknown, unknown> = { reset: resetDemo };
