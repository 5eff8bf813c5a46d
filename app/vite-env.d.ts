/// <reference types="vite/client" />

/** A file bundled with its imports into one script for inlining (scripts/inline-script.ts). */
declare module '*?inline-script' {
  const script: string;
  export default script;
}
