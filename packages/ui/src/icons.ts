// One icon set at one weight (DESIGN §5): take icons from here, and add the ones that are missing.
export {
	Activity, ArrowDown, Ban, Bell, Brain, ArrowLeft, ArrowRight, ArrowUp, Bot, Box, Braces, Bug, Check, CheckCheck, ChevronDown, ChevronLeft, ChevronRight, ChevronsUpDown, ChevronUp, Circle,
	CircleAlert, CircleCheck, CircleDot, CircleHelp, CirclePause, CircleX, Clock, Cloud, CloudOff, Code, Command, Copy, CornerDownLeft, Download, Ellipsis, ExternalLink, Eye, EyeOff, File, FileCode,
	FileDiff, FilePlus, FileText, Filter, Folder, FolderOpen, FolderPlus, FolderRoot, FolderUp, GitBranch, GitCompare, GripVertical, Hammer, History, House, Image, Info, Key, KeyRound, Keyboard,
	Layers, LayoutDashboard, Link, List, ListChecks, ListTodo, LoaderCircle, Lock, LogIn, Maximize2, Menu as MenuIcon, MessageSquare, Minimize2, Minus, Moon, Music, Network, Package, Palette, PanelBottom,
	PanelLeft, PanelRight, PanelTop, Paperclip, Pause, Pencil, Play, Plus, Power, RefreshCw, RotateCcw, RotateCw, Rows3, Save, ScanSearch, Search, SearchX, Send, Server, Settings, Shield, ShieldAlert,
	ShieldCheck, ShieldQuestionMark, SlidersHorizontal, Sparkles, Square, SquarePen, SquareTerminal, Star, Sun, Terminal, ThumbsDown, ThumbsUp, Trash2, TriangleAlert, Undo2, Upload, User, Video, Wand2, Wifi, WifiOff, Wrench, X, Zap, ZoomIn, ZoomOut, Columns2, Scan, Globe, GlobeLock, MonitorSmartphone,
} from 'lucide-react'
