/** Written by the build, see `vite.config.ts`. */
declare module "virtual:admin-files" {
  export const files: readonly string[];
  export const version: string;
}
