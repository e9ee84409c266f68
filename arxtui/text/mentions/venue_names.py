"""The known venues: the usual short name first, then other spellings.

Only letters and digits are compared, so that ``Phys.Rev.D`` equals ``Phys. Rev. D``. The long names of conferences
match anywhere in a text (``Proceedings of the 34th International Conference on Machine Learning``), journals only at
its start.
"""

from __future__ import annotations

from functools import cache

from arxtui.light import pattern

_CONFERENCES = """
AAAI=National Conference on Artificial Intelligence=AAAI Conference on Artificial Intelligence
AAMAS=Autonomous Agents and Multiagent Systems=Autonomous Agents and Multi-Agent Systems
ACCV=Asian Conference on Computer Vision
ACL=Annual Meeting of the Association for Computational Linguistics
ACM MM=ACM Multimedia=ACMMM=ACM International Conference on Multimedia
AISTATS=Artificial Intelligence and Statistics
ASE=Automated Software Engineering
ASPLOS=Architectural Support for Programming Languages and Operating Systems
BMVC=British Machine Vision Conference
CCS=Computer and Communications Security
CDC=Conference on Decision and Control
CHI=Human Factors in Computing Systems
CIKM=Information and Knowledge Management
CLEO=Lasers and Electro-Optics
COLING=International Conference on Computational Linguistics
COLM=Conference on Language Modeling
COLT=Conference on Learning Theory=Computational Learning Theory
CONCUR=Concurrency Theory
CoNLL=Computational Natural Language Learning
CoRL=Conference on Robot Learning
CP=Principles and Practice of Constraint Programming
CRYPTO=International Cryptology Conference
CSCW=Computer-Supported Cooperative Work
CSL=Computer Science Logic
CVPR=Computer Vision and Pattern Recognition
DAC=Design Automation Conference
DCC=Data Compression Conference
DISC=International Symposium on Distributed Computing
EACL=European Chapter of the Association for Computational Linguistics
EC=Conference on Economics and Computation
ECAI=European Conference on Artificial Intelligence
ECC=European Control Conference
ECCV=European Conference on Computer Vision
ECIR=European Conference on Information Retrieval
ECOOP=European Conference on Object-Oriented Programming
EMBC=Engineering in Medicine and Biology Conference=Engineering in Medicine and Biology Society
EMNLP=Empirical Methods in Natural Language Processing
ESA=European Symposium on Algorithms
ESOP=European Symposium on Programming
EUSIPCO=European Signal Processing Conference
EuroSys=European Conference on Computer Systems
FAccT=Fairness, Accountability, and Transparency
FOCS=Foundations of Computer Science
FSE=Foundations of Software Engineering=ESEC/FSE
FSTTCS=Foundations of Software Technology and Theoretical Computer Science
GECCO=Genetic and Evolutionary Computation Conference
GLOBECOM=Global Communications Conference
HPCA=High-Performance Computer Architecture
ICALP=International Colloquium on Automata, Languages and Programming=Automata, Languages, and Programming
ICASSP=Acoustics, Speech and Signal Processing=Acoustics, Speech, and Signal Processing
ICC=International Conference on Communications
ICCV=International Conference on Computer Vision
ICDAR=Document Analysis and Recognition
ICDE=International Conference on Data Engineering
ICDM=International Conference on Data Mining
ICHEP=International Conference on High Energy Physics
ICIP=International Conference on Image Processing
ICLP=International Conference on Logic Programming
ICLR=International Conference on Learning Representations
ICME=International Conference on Multimedia and Expo
ICML=International Conference on Machine Learning
ICPR=International Conference on Pattern Recognition
ICRA=International Conference on Robotics and Automation
ICRC=International Cosmic Ray Conference
ICS=International Conference on Supercomputing
ICSE=International Conference on Software Engineering
IJCAI=International Joint Conference on Artificial Intelligence=Joint Conferences on Artificial Intelligence
IJCNN=International Joint Conference on Neural Networks
INFOCOM=Conference on Computer Communications
INTERSPEECH=Interspeech=Annual Conference of the International Speech Communication Association
IPDPS=International Parallel and Distributed Processing Symposium
IROS=Intelligent Robots and Systems
ISAAC=International Symposium on Algorithms and Computation
ISBI=International Symposium on Biomedical Imaging
ISCA=International Symposium on Computer Architecture
ISIT=International Symposium on Information Theory
ISMIR=International Society for Music Information Retrieval
ISSAC=Symbolic and Algebraic Computation
ITCS=Innovations in Theoretical Computer Science
ITSC=Intelligent Transportation Systems Conference
ITW=Information Theory Workshop
IV=Intelligent Vehicles Symposium
KDD=Knowledge Discovery and Data Mining=SIGKDD
Lattice=LATTICE=International Symposium on Lattice Field Theory
LICS=Logic in Computer Science
LREC=Language Resources and Evaluation
MFCS=Mathematical Foundations of Computer Science
MICCAI=Medical Image Computing and Computer Assisted Intervention=Medical Image Computing
MICRO=International Symposium on Microarchitecture
MIDL=Medical Imaging with Deep Learning
MLSys=Machine Learning and Systems
MobiCom=Mobile Computing and Networking
NAACL=North American Chapter of the Association for Computational Linguistics
NDSS=Network and Distributed System Security
NeurIPS=NIPS=Neural Information Processing Systems
NSDI=Networked Systems Design and Implementation
OOPSLA=Object-Oriented Programming, Systems, Languages
OSDI=Operating Systems Design and Implementation
PACT=Parallel Architectures and Compilation Techniques
PLDI=Programming Language Design and Implementation
PODC=Principles of Distributed Computing
PODS=Principles of Database Systems
POPL=Principles of Programming Languages
PPoPP=Principles and Practice of Parallel Programming
QIP=Quantum Information Processing Conference
QPL=Quantum Physics and Logic
RANDOM
RecSys=Recommender Systems Conference
RSS=Robotics: Science and Systems
SAT=Theory and Applications of Satisfiability Testing
SDM=SIAM International Conference on Data Mining
SIGCOMM
SIGGRAPH
SIGGRAPH Asia
SIGIR=Research and Development in Information Retrieval
SIGMETRICS
SIGMOD=Conference on Management of Data
SLT=Spoken Language Technology Workshop
SOCG=Symposium on Computational Geometry
SODA=Symposium on Discrete Algorithms
SOSP=Symposium on Operating Systems Principles
SPAA=Parallelism in Algorithms and Architectures
STACS=Theoretical Aspects of Computer Science
STOC=Symposium on Theory of Computing=Symposium on the Theory of Computing
TACAS=Tools and Algorithms for the Construction and Analysis of Systems
TARK=Theoretical Aspects of Rationality and Knowledge
TREC=Text Retrieval Conference
UAI=Uncertainty in Artificial Intelligence
UIST=User Interface Software and Technology
USENIX ATC=USENIX Annual Technical Conference
USENIX Security=USENIX Security Symposium
VLDB=Very Large Data Bases=PVLDB=VLDB Endowment
VTC=Vehicular Technology Conference
WACV=Winter Conference on Applications of Computer Vision
WCNC=Wireless Communications and Networking Conference
WSDM=Web Search and Data Mining
WWW=TheWebConf=The Web Conference=World Wide Web Conference
"""

_JOURNALS = """
A&A=Astronomy & Astrophysics=Astronomy and Astrophysics=Astron. Astrophys.
AJ=Astronomical Journal=The Astronomical Journal=Astron. J.
ApJ=Astrophysical Journal=The Astrophysical Journal=Astrophys. J.=Ap.J.
ApJL=ApJ Letters=ApJ Lett.=Astrophysical Journal Letters=The Astrophysical Journal Letters=Astrophys. J. Lett.
ApJS=ApJ Supplement=ApJ Suppl.=Astrophysical Journal Supplement Series=Astrophys. J. Suppl.
Acta Phys. Polon. B=Acta Phys. Pol. B=Acta Physica Polonica B
Adv. Math.=Advances in Mathematics
Adv. Space Res.=Advances in Space Research
Ann. Phys.=Annals of Physics=Ann. Phys. (N.Y.)
Ann. Statist.=Annals of Statistics=The Annals of Statistics
Appl. Phys. Lett.=Applied Physics Letters=APL
Astropart. Phys.=Astroparticle Physics
CQG=Class. Quantum Grav.=Class. Quant. Grav.=Classical and Quantum Gravity=Class. Quantum Gravity
Chin. Phys. C=Chinese Physics C
Commun. ACM=Communications of the ACM
Commun. Math. Phys.=Communications in Mathematical Physics=Comm. Math. Phys.
Comput. Phys. Commun.=Computer Physics Communications
EPJC=Eur. Phys. J. C=European Physical Journal C=The European Physical Journal C
EPJA=Eur. Phys. J. A=European Physical Journal A
EPJB=Eur. Phys. J. B=European Physical Journal B
EPL=Europhys. Lett.=Europhysics Letters
EPTCS=Electronic Proceedings in Theoretical Computer Science
Found. Phys.=Foundations of Physics
GAFA=Geometric and Functional Analysis=Geom. Funct. Anal.
Gen. Rel. Grav.=General Relativity and Gravitation=Gen. Relativ. Gravit.=GRG
ICARUS
IEEE Access
IEEE TPAMI=TPAMI=IEEE Transactions on Pattern Analysis and Machine Intelligence=T-PAMI
IEEE Trans. Inf. Theory=IEEE Transactions on Information Theory=IEEE Trans. Inform. Theory
IEEE RA-L=RA-L=IEEE Robotics and Automation Letters
IJCV=International Journal of Computer Vision
IJMPA=Int. J. Mod. Phys. A=International Journal of Modern Physics A
IJMPD=Int. J. Mod. Phys. D=International Journal of Modern Physics D
IMRN=International Mathematics Research Notices=Int. Math. Res. Not.
J. Algebra=Journal of Algebra
J. Appl. Phys.=Journal of Applied Physics
J. Chem. Phys.=Journal of Chemical Physics=JCP
J. Fluid Mech.=Journal of Fluid Mechanics=JFM
J. Math. Phys.=Journal of Mathematical Physics
J. Phys. A=Journal of Physics A
J. Phys. Condens. Matter=Journal of Physics: Condensed Matter=J. Phys.: Cond. Matt.=J. Phys.: Cond. Mat.
J. Phys. Soc. Jpn.=J. Phys. Soc. Japan=Journal of the Physical Society of Japan
J. Phys. G=Journal of Physics G
J. Phys. Conf. Ser.=Journal of Physics: Conference Series
J. Stat. Mech.=JSTAT=Journal of Statistical Mechanics
J. Stat. Phys.=Journal of Statistical Physics
JACM=Journal of the ACM
JAIR=Journal of Artificial Intelligence Research
JCAP=Journal of Cosmology and Astroparticle Physics
JEMS=Journal of the European Mathematical Society
JHEP=Journal of High Energy Physics
JINST=Journal of Instrumentation
JMLR=Journal of Machine Learning Research
LMCS=Logical Methods in Computer Science
MNRAS=Monthly Notices of the Royal Astronomical Society=Mon. Not. R. Astron. Soc.=Mon. Not. Roy. Astron. Soc.
Math. Ann.=Mathematische Annalen
Mod. Phys. Lett. A=MPLA=Modern Physics Letters A
NIM A=Nucl. Instrum. Meth. A=Nuclear Instruments and Methods in Physics Research A=Nucl. Instrum. Methods A
Nat. Commun.=Nature Communications
Nature
Nature Astronomy=Nat. Astron.
Nature Physics=Nat. Phys.
New J. Phys.=New Journal of Physics=NJP
Nucl. Phys. A=Nuclear Physics A
Nucl. Phys. B=Nuclear Physics B
PASA=Publications of the Astronomical Society of Australia
PASJ=Publications of the Astronomical Society of Japan
PASP=Publications of the Astronomical Society of the Pacific
PNAS=Proceedings of the National Academy of Sciences=Proc. Natl. Acad. Sci.
PTEP=Prog. Theor. Exp. Phys.=Progress of Theoretical and Experimental Physics
PoS=Proceedings of Science
Phys. Lett. A=Physics Letters A=PLA
Phys. Lett. B=Physics Letters B=PLB
Phys. Rept.=Phys. Rep.=Physics Reports
Phys. Rev. A=PRA=Physical Review A
Phys. Rev. Applied=Physical Review Applied
Phys. Rev. B=PRB=Physical Review B
Phys. Rev. C=PRC=Physical Review C
Phys. Rev. D=PRD=Physical Review D
Phys. Rev. E=PRE=Physical Review E
Phys. Rev. Fluids=Physical Review Fluids
Phys. Rev. Lett.=PRL=Physical Review Letters
Phys. Rev. Materials=Physical Review Materials
Phys. Rev. Research=Physical Review Research
Phys. Rev. X=PRX=Physical Review X
Phys. Scr.=Physica Scripta
Physica A
Physica D
PLOS ONE
Proc. Amer. Math. Soc.=Proceedings of the American Mathematical Society=PAMS
Prog. Theor. Phys.=Progress of Theoretical Physics
Quantum
Rev. Mod. Phys.=RMP=Reviews of Modern Physics
Science
SciPost Phys.=SciPost Physics
Sci. Rep.=Scientific Reports
Solar Phys.=Solar Physics=Sol. Phys.
TACL=Transactions of the Association for Computational Linguistics
TCS=Theoretical Computer Science=Theoret. Comput. Sci.
TMLR=Transactions on Machine Learning Research
TPLP=Theory and Practice of Logic Programming
Trans. Amer. Math. Soc.=Transactions of the American Mathematical Society
"""

_SIGNS = pattern(r"[\W_]+")
_DATED = pattern(r"(.*\S)(\s+\d{1,4})")
_AND = pattern(r"&|\band\b")


def bare(text: str) -> str:
    """Return the letters and digits of a text in lower case, without the word ``and``."""
    lower = text.lower()
    return _SIGNS.sub("", _AND.sub("", lower) if "and" in lower or "&" in lower else lower)


def usual_venue(text: str) -> str:
    """Return a venue under its usual short name, if it is any known name in any case, perhaps with a year after it;
    else unchanged.
    """
    name, year = (match[1], match[2]) if (match := _DATED.fullmatch(text)) else (text, "")
    return f"{_usual().get(bare(name), name)}{year}"


@cache
def _usual() -> dict[str, str]:
    conferences = {bare(name): row[0] for row in _rows(_CONFERENCES) for name in row}
    return {**journals(), **conferences}


def _rows(table: str) -> list[list[str]]:
    return [line.split("=") for line in table.strip().splitlines()]


@cache
def written_journals() -> dict[str, str]:
    """Return the usual short name of a journal by each of its names as written."""
    return {name: row[0] for row in _rows(_JOURNALS) for name in row}


@cache
def journals() -> dict[str, str]:
    """Return the usual short name of a journal by each of its names in the form of :func:`bare`."""
    return {bare(name): short for name, short in written_journals().items()}


@cache
def acronyms() -> dict[str, str]:
    """Return the usual short name of a conference by each of its names of one word, and by the short name itself."""
    return {name: row[0] for row in _rows(_CONFERENCES) for name in row if len(name.split()) == 1 or name == row[0]}


def spaced(text: str) -> str:
    """Return the words in lower case, each between blanks."""
    return f" {_SIGNS.sub(' ', text.lower())} ".replace("  ", " ")


@cache
def long_names() -> list[tuple[str, str]]:
    """Return pairs of a conference's long name (in the form of :func:`spaced`) and its usual short name, the longest
    first.
    """
    pairs = [(spaced(name), row[0]) for row in _rows(_CONFERENCES) for name in row[1:] if len(name.split()) > 1]
    return sorted(pairs, key=lambda pair: -len(pair[0]))
