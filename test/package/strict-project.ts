import { join } from 'node:path';

export const modules = join(import.meta.dirname, '../../node_modules');
export const tsc = join(modules, 'typescript/bin/tsc');

/** The compiler's options in a strict project, with the frameworks of this repository. */
export function strictProject(react = '@types/react'): object {
  return {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    types: [],
    paths: {
      react: [join(modules, react, 'index.d.ts')],
      'react/*': [join(modules, react, '*')],
      vue: [join(modules, 'vue/dist/vue.d.ts')],
      '@angular/core': [join(modules, '@angular/core/types/core.d.ts')],
      'svelte/elements': [join(modules, 'svelte/elements.d.ts')],
    },
  };
}
