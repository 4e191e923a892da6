//! The examples.

use crate::core::lesson::Preset;

/// The examples, each made by hand to show one thing. The first number of an embedding says how much a word is a thing,
/// the second how much it is done, the third whether it is pleasant.
pub const PRESETS: &[Preset] = &[
    Preset {
        slug: "word",
        fragment: "t=the,old,bank&word=river&x=0.2,0.1,0;0.3,-0.4,-1;1,0.5,1&new=1.5,-0.5,-1&w_q=2,0;0,1;1,1&w_k=1.5,0;0,1;0.5,1&w_v=1,0;0,1;0.5,-0.5&w_in=1,-1,0.5,0;0,1,-1,0.5;0.5,0,1,-1&b_in=0,0.2,0,-0.1&w_out=1,0;-1,0.5;0,1;0.5,-1&b_out=0,0.1&at=1",
    },
    Preset {
        slug: "order",
        fragment: "t=dog,bites,man&word=cat&x=1,0,0.5;0.1,1,-0.5;1,0.2,0&new=1,0.1,1&w_q=2,0;0,1;1,1&w_k=0.5,1;1.5,0;0,1&w_v=1,0;0,1;0.5,-0.5&w_in=1,-1,0.5,0;0,1,-1,0.5;0.5,0,1,-1&b_in=0,0.2,0,-0.1&w_out=1,0;-1,0.5;0,1;0.5,-1&b_out=0,0.1&other=order&stage=change",
    },
    Preset {
        slug: "longer",
        fragment: "t=the,tea,is&word=cold&x=0.2,0.1,0;1,0,0.5;0.1,0.8,0&new=0.3,-0.5,-1&w_q=2,0;0,1;1,1&w_k=1.5,0;0,1;-0.5,-1&w_v=1,0;0,1;0.5,-0.5&w_in=1,-1,0.5,0;0,1,-1,0.5;0.5,0,1,-1&b_in=0,0.2,0,-0.1&w_out=1,0;-1,0.5;0,1;0.5,-1&b_out=0,0.1&other=longer&stage=change",
    },
    Preset {
        slug: "absolute",
        fragment: "t=minus,zero&word=plus&x=-1;0&new=1&w_q=1&w_k=1&w_v=1&w_in=1,-1&b_in=0,0&w_out=1;1&b_out=0&at=0&stage=linear",
    },
    Preset {
        slug: "xor",
        fragment: "t=00,01,10&word=11&x=0,0;0,1;1,0&new=1,1&w_q=1,0;0,1&w_k=1,0;0,1&w_v=1,0;0,1&w_in=1,1;1,1&b_in=0,-1&w_out=1;-2&b_out=0&at=0&stage=token",
    },
    Preset {
        slug: "toys",
        fragment: "t=the,old,bank&word=river&x=0.2,0.1,0;0.3,-0.4,-1;1,0.5,1&new=1.5,-0.5,-1&w_q=2,0;0,1;1,1&w_k=1.5,0;0,1;0.5,1&w_v=1,0;0,1;0.5,-0.5&w_in=1,-1,0.5,0;0,1,-1,0.5;0.5,0,1,-1&b_in=0,0.2,0,-0.1&w_out=1,0;-1,0.5;0,1;0.5,-1&b_out=0,0.1&at=1&seed=4&trained=300&stage=train",
    },
];
