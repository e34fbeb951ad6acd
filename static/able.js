// Without :has() the style sheets cannot hide one of two ways of entry: such a browser gets the pages as they are without scripts.

if (!CSS.supports("selector(:has(a))")) throw new Error("This browser is older than these scripts; all that they do can be done without them.");
