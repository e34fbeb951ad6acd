// Without :has() the style sheets cannot hide one of two ways of entry: such a browser gets the pages as they are without scripts.

if (!CSS.supports("selector(:has(a))")) throw new Error("no :has()");
